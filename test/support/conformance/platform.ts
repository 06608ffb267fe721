/** The parts that the conformance suite needs of an implementation: the port, and functions to load a catalogue. */
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

export interface ConformancePlatform {
  readonly service: AssessmentService;
  /** Replaces everything in the platform by this catalogue. Throws if the catalogue is refused. */
  reset(catalogue: Catalogue): Promise<void>;
  /** Loads a further catalogue. Throws if it is refused. */
  loadCatalogue?(more: Catalogue): Promise<void>;
  /**
   * Returns the stored data, in the form of a catalogue. The interface has no operation that reads schedules: without this
   * function, cases about stored data are skipped.
   */
  readonly storage?: PlatformStorage;
  close(): Promise<void>;
}

export interface PlatformStorage {
  entry(kind: 'Schedules' | 'Users' | 'Collections' | 'Hierarchies', id: string): Promise<unknown>;
  links(scheduleExtId: string): Promise<readonly ShownLinks[] | undefined>;
}

interface ShownLinks {
  readonly CandidateExtId: string;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}

/** Creates the platform of a suite. It must fail to load `UNLOADABLE_PHOTO`. */
export type CreatePlatform = () => Promise<ConformancePlatform>;

/** A valid URL from which no photo can be loaded: `.invalid` never resolves. */
export const UNLOADABLE_PHOTO = 'https://photos.invalid/missing.jpg';
/** A valid URL whose photo can be loaded. */
export const LOADABLE_PHOTO = 'https://photos.example.org/ada.jpg';
