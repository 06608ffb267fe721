/** What a command receives. A type: one place (`wiring.ts`) chooses the implementations. */
import type { ScheduleStatus } from './platform/catalogue.ts';
import type { ShownKind } from './platform/entities.ts';
import type { Problem } from './platform/problem.ts';
import type { Output, OutputFlags } from './output/terminal/streams.ts';
import type { Environment } from './output/terminal/terminal-facts.ts';
import type { ReportTarget } from './bulk/model/report.ts';
import type { Target } from './bulk/model/target.ts';
import type { OpenOptions, StoreBackend } from './store/port.ts';

export interface Context {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /**
   * Aborted when the user or the system asks to stop; `reason` is the name of the signal. After
   * calling this, the caller must stop itself: the process no longer ends at the first signal.
   */
  readonly stopSignal: () => AbortSignal;
  /** Tells the process how to end. */
  readonly setExitCode: (code: number) => void;
  readonly openOutput: (flags: OutputFlags) => Output;
  readonly openTarget: (options: TargetOptions) => Promise<Target>;
  readonly openPlatform: (options: StoreOptions) => Promise<Platform>;
  /** How the store that `--store` names is kept; a UsageError where its scheme is not known. */
  readonly storeBackend: (store: string) => Omit<StoreBackend, 'open'>;
  /** The place that is sent to: the same for all texts that name it, and without secrets. */
  readonly identify: (target: ReportTarget) => Promise<string>;
  /** The version of this program. */
  readonly version: string;
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
  readonly caFile?: string;
  /** The time limit of one request. */
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly ratePerSecond?: number;
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
  /** Moves a schedule through its life; a UsageError where it cannot be moved. Tells whether it moved. */
  moveSchedule(scheduleExtId: string, status: ScheduleStatus): Promise<boolean>;
  /** Makes users invigilators of a schedule: all or none. Gives those who were not yet. */
  addInvigilators(scheduleExtId: string, userExtIds: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

type LoadOutcome = { readonly problems: readonly Problem[] } | { readonly loaded: Readonly<Record<string, number>> };

export interface CandidateLinks {
  readonly CandidateExtId: string;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}
