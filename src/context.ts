/** What a command receives. A type: one place (`wiring.ts`) chooses the implementations. */
import type { ReportTarget } from './model/report.ts';
import type { Target } from './model/target.ts';
import type { OpenPrompter } from './output/terminal/prompts.ts';
import type { InputStream, Output, OutputFlags } from './output/terminal/streams.ts';
import type { Environment } from './output/terminal/terminal-facts.ts';
import type { ScheduleStatus } from './platform/catalogue.ts';
import type { CandidateLinks, ShownKind } from './platform/entities.ts';
import type { Problem } from './platform/problem.ts';
import type { SandboxService } from './platform/sandbox/sandbox.ts';
import type { AssessmentService, RequestKey } from './platform/service.ts';
import type { OpenOptions, StoreBackend, StoreCounts } from './store/port.ts';

export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
  /**
   * Aborted when the user or the system asks to stop; `reason` is the name of the signal. After
   * calling this, the caller must stop itself: the process no longer ends at the first signal.
   */
  readonly stopSignal: () => AbortSignal;
  /** Sets the exit code of the process. */
  readonly setExitCode: (code: number) => void;
  readonly openOutput: (flags: OutputFlags) => Output;
  readonly openPrompter: OpenPrompter;
  readonly openTarget: (options: TargetOptions) => Promise<Target>;
  readonly openPlatform: (options: StoreOptions) => Promise<Platform>;
  readonly openServed: (options: StoreOptions) => Promise<Served>;
  /** How the store that `--store` names is kept; a UsageError where its scheme is not known. */
  readonly storeBackend: (store: string) => Omit<StoreBackend, 'open'>;
  /** Throws unless a file holds the whole state of a store, as it was written. */
  readonly checkStateFile: (file: string) => Promise<unknown>;
  /** Returns whether a file begins as one that `local export` or `local backup` has written. */
  readonly isStateFile: (file: string) => Promise<boolean>;
  /** The place that is sent to: the same for all texts that name it, and without secrets. */
  readonly identify: (target: ReportTarget) => Promise<string>;
  /** The version of this program. */
  readonly version: string;
  /** The time in milliseconds, by which a start is in the past. */
  readonly now: () => number;
  /** Id of a new run: the time, and something random. */
  readonly newRunId: () => string;
}

/** How the embedded engine's store is opened. */
export interface StoreOptions extends OpenOptions {
  /** As `--store` names it: a URL may hold a password. */
  readonly store: string;
}

/** A remote platform. */
export interface RemoteOptions {
  readonly baseUrl: string;
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

/** The embedded platform as those see it who look after it. */
export interface Platform {
  /** Loads a catalogue document: all of it, or nothing and the problems. */
  load(catalogue: unknown): Promise<LoadOutcome>;
  /** All entries of a kind in the catalogue's form, one at a time. */
  entries(kind: ShownKind): AsyncIterable<object>;
  entry(kind: ShownKind, id: string): Promise<object | undefined>;
  /** The links of a schedule's candidates; `undefined` where there is no such schedule. */
  links(scheduleExtId: string): Promise<readonly CandidateLinks[] | undefined>;
  /** Moves a schedule through its life; a UsageError where it cannot be moved. Returns whether it moved. */
  moveSchedule(scheduleExtId: string, status: ScheduleStatus): Promise<boolean>;
  /** Makes users invigilators of a schedule: all or none. Returns the new ones. */
  addInvigilators(scheduleExtId: string, userExtIds: readonly string[]): Promise<readonly string[]>;
  /** All that the store holds, as the lines of a file. */
  exportLines(): AsyncIterable<string>;
  /** Reads such a file into the store, which must be empty. Returns the numbers of new and of earlier records. */
  importFile(file: string): Promise<{ readonly records: number; readonly before: number }>;
  close(): Promise<void>;
}

/** The embedded platform as the server offers it. */
export interface Served {
  readonly service: AssessmentService;
  /** The service for one request, which has a key. */
  readonly keyed: (key: RequestKey) => AssessmentService;
  readonly sandbox: SandboxService;
  /** Fails where the store cannot be used. */
  check(): Promise<unknown>;
  counts(): StoreCounts | undefined;
  /** Deletes kept answers that count no more. */
  forgetKeptAnswers(): Promise<void>;
  close(): Promise<void>;
}

type LoadOutcome = { readonly problems: readonly Problem[] } | { readonly loaded: Readonly<Record<string, number>> };
