/** The context that a command receives. `wiring.ts` alone chooses the implementations. */
import type { Environment } from './base/environment.ts';
import type { ReportTarget } from './model/report.ts';
import type { Target } from './model/target.ts';
import type { OpenPrompter } from './output/terminal/prompts.ts';
import type { InputStream, Output, OutputFlags } from './output/terminal/streams.ts';
import type { ScheduleStatus } from './platform/catalogue.ts';
import type { CandidateLinks, ShownKind } from './platform/entities.ts';
import type { Problem } from './platform/problem.ts';
import type { SandboxService } from './platform/sandbox.ts';
import type { AssessmentService, RequestKey } from './platform/service.ts';
import type { OpenOptions, StoreBackend, StoreCounts } from './store/port.ts';

export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
  /**
   * Returns a signal that is aborted when the user or the system asks to stop; its `reason` is the name of the process
   * signal. After this call, the command must stop itself: the process no longer ends at the first signal. A second
   * signal ends it at once, with `lastWords`.
   */
  readonly stopSignal: (lastWords?: string) => AbortSignal;
  /** Sets the exit code of the process. */
  readonly setExitCode: (code: number) => void;
  readonly openOutput: (flags: OutputFlags) => Output;
  readonly openPrompter: OpenPrompter;
  readonly openTarget: (options: TargetOptions) => Promise<Target>;
  readonly openPlatform: (options: StoreOptions) => Promise<Platform>;
  readonly openServed: (options: StoreOptions) => Promise<Served>;
  /** The backend of the store that `--store` names. Throws a UsageError for an unknown scheme. */
  readonly storeBackend: (store: string) => Omit<StoreBackend, 'open'>;
  /** Throws unless a file contains the complete, unchanged export of a store. */
  readonly checkStateFile: (file: string) => Promise<unknown>;
  /** Returns whether a file begins like one that `local export` or `local backup` has written. */
  readonly isStateFile: (file: string) => Promise<boolean>;
  /**
   * The identity of a target: the same for all texts that name the same place, and without secrets. Throws for a wrong
   * address; with `insecureHttp` false also for one that would get the token in the clear.
   */
  readonly identify: (target: ReportTarget, insecureHttp?: boolean) => Promise<string>;
  /** The version of this program. */
  readonly version: string;
  /** The current time in milliseconds. It decides whether a start is in the past. */
  readonly now: () => number;
  /** The id of a new run: the time and a random part. */
  readonly newRunId: () => string;
}

/** Options for opening the store of the embedded engine. */
export interface StoreOptions extends OpenOptions {
  /** The value of `--store`. A URL may contain a password. */
  readonly store: string;
}

/** Options for requests to a remote platform. */
export interface RemoteOptions {
  readonly baseUrl: string;
  /** Whether plain http may be used to another machine. */
  readonly insecureHttp?: boolean | undefined;
  readonly token: string;
  readonly caFile?: string | undefined;
  /** The time limit of one request. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly ratePerSecond?: number | undefined;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called before each wait. */
  readonly onWait: (reason: string, delayMs: number) => void;
}

export type TargetOptions = ({ readonly kind: 'local' } & StoreOptions) | ({ readonly kind: 'remote' } & RemoteOptions);

/** The local platform for its operators. */
export interface Platform {
  /** Loads a catalogue document: all of it, or nothing and the problems. */
  load(catalogue: unknown): Promise<LoadOutcome>;
  /** All entries of a kind in the catalogue's form, one at a time. */
  entries(kind: ShownKind): AsyncIterable<object>;
  entry(kind: ShownKind, id: string): Promise<object | undefined>;
  /** The links of a schedule's candidates; `undefined` if the schedule does not exist. */
  links(scheduleExtId: string): Promise<readonly CandidateLinks[] | undefined>;
  /** Changes the status of a schedule. Returns whether it changed. Throws a UsageError if it is not allowed. */
  moveSchedule(scheduleExtId: string, status: ScheduleStatus): Promise<boolean>;
  /** Makes users invigilators of a schedule: all or none. Returns the new ones. */
  addInvigilators(scheduleExtId: string, userExtIds: readonly string[]): Promise<readonly string[]>;
  /** The whole state of the store, as the lines of a file. */
  exportLines(): AsyncIterable<string>;
  /** Imports such a file into an empty store, all of it or nothing. Returns the number of its records. */
  importFile(file: string): Promise<number>;
  close(): Promise<void>;
}

/** The local platform for the server. */
export interface Served {
  readonly service: AssessmentService;
  /** The service for one request with a key. */
  readonly keyed: (key: RequestKey) => AssessmentService;
  readonly sandbox: SandboxService;
  /** Rejects if the store cannot be used now. */
  check(): Promise<unknown>;
  /** Throws if the store cannot be used any more. */
  assertUsable(): void;
  counts(): StoreCounts | undefined;
  /** Deletes kept answers that are no longer valid. */
  forgetKeptAnswers(): Promise<void>;
  close(): Promise<void>;
}

type LoadOutcome = { readonly problems: readonly Problem[] } | { readonly loaded: Readonly<Record<string, number>> };
