/** What a command receives. A type: one place (`wiring.ts`) chooses the implementations. */
import type { ScheduleStatus } from './platform/catalogue.ts';
import type { ShownKind } from './platform/entities.ts';
import type { Problem } from './platform/problem.ts';
import type { Output, OutputFlags } from './output/terminal/streams.ts';
import type { Environment } from './output/terminal/terminal-facts.ts';
import type { Target } from './bulk/model/target.ts';

export interface Context {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /**
   * Aborted when the user or the system asks to stop; `reason` is the name of the signal. After calling this, the caller must
   * stop itself: the process no longer ends at the first signal.
   */
  readonly stopSignal: () => AbortSignal;
  /** Tells the process how to end. */
  readonly setExitCode: (code: number) => void;
  readonly openOutput: (flags: OutputFlags) => Output;
  readonly openTarget: (options: TargetOptions) => Promise<Target>;
  readonly openPlatform: (options: StoreOptions) => Promise<Platform>;
  /** Makes an empty store, unless the folder holds one already. */
  readonly createStore: (folder: string) => Promise<'created' | 'exists'>;
  /** Takes the lock of a store away from who holds it; a usage error where the id is not that of the lock. */
  readonly unlockStore: (folder: string, lock: string) => Promise<{ readonly pid: number; readonly since: string }>;
  /** Reads every byte of a store, and lists what is wrong with it. Takes no lock and changes nothing. */
  readonly verifyStore: (folder: string) => Promise<readonly string[]>;
  /** The tokens of the store in a folder; a usage error where there is no store. */
  readonly openTokens: (folder: string) => Promise<TokenStore>;
  /** Tells two states of a store apart; `undefined` where there is no store that can be read. */
  readonly stampStore: (folder: string) => Promise<string | undefined>;
  /** The version of this program. */
  readonly version: string;
  /** Id of a new run: the time, and something random. */
  readonly newRunId: () => string;
}

/** How the embedded engine's store is opened. */
export interface StoreOptions {
  readonly folder: string;
  /** Whether anything will be written; who only looks takes no lock. */
  readonly mode: 'read' | 'write';
  /** How long to wait for another process that holds the store. */
  readonly lockTimeoutMs?: number;
  /** Once aborted, it is not waited for any longer. */
  readonly signal?: AbortSignal;
  /** Shown to others who find the store locked. */
  readonly command: string;
  readonly onWarning: (message: string) => void;
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

/** The tokens with which the server of a store lets callers in. */
interface TokenStore {
  list(): Promise<readonly StoredToken[]>;
  /** Makes a token. It is given out this once, and only its digest is kept. */
  add(name: string | null): Promise<{ readonly token: string; readonly stored: StoredToken }>;
  /** False where there is no token with this id. */
  revoke(id: string): Promise<boolean>;
}

export interface StoredToken {
  readonly id: string;
  readonly name: string | null;
  /** ISO 8601. */
  readonly created: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly digest: string;
}
