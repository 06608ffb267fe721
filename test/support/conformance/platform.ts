/**
 * The parts that the conformance suite needs from an implementation: the port, and a function that loads a catalogue.
 */
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

export interface ConformancePlatform {
  readonly service: AssessmentService;
  /** Replaces the whole state with this catalogue. Throws if the catalogue is refused. */
  reset(catalogue: Catalogue): Promise<void>;
  /** Loads more entries. Throws if they are refused. */
  loadCatalogue?(more: Catalogue): Promise<void>;
  /**
   * Shows the stored entities in the form of a catalogue. The interface has no operation that reads schedules, so cases
   * about stored entities are skipped if an implementation cannot show them.
   */
  readonly inspector?: PlatformInspector;
  close(): Promise<void>;
}

export interface PlatformInspector {
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
