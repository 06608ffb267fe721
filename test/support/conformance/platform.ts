/** What the conformance suite asks of an implementation: the port, a way to load a catalogue, and no more. */
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

export interface ConformancePlatform {
  readonly service: AssessmentService;
  /** Leaves nothing but what is in this catalogue; throws where it is refused. */
  reset(catalogue: Catalogue): Promise<void>;
  /** Loads more into the platform; throws where it is refused. */
  loadCatalogue?(more: Catalogue): Promise<void>;
  /**
   * What the platform keeps, in the catalogue's form. The interface has no operation that reads schedules, so cases
   * about what was stored are skipped where an implementation offers no look.
   */
  readonly look?: PlatformLook;
  close(): Promise<void>;
}

export interface PlatformLook {
  entry(kind: 'Schedules' | 'Users' | 'Collections' | 'Hierarchies', id: string): Promise<unknown>;
  links(scheduleExtId: string): Promise<readonly ShownLinks[] | undefined>;
}

interface ShownLinks {
  readonly CandidateExtId: string;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}

/** Makes the platform of a suite. It must fail to load `UNLOADABLE_PHOTO`. */
export type CreatePlatform = () => Promise<ConformancePlatform>;

/** A URL of good form from which no photo can be loaded: `.invalid` never resolves. */
export const UNLOADABLE_PHOTO = 'https://photos.invalid/missing.jpg';
/** A URL of good form that counts as one that can be loaded. */
export const LOADABLE_PHOTO = 'https://photos.example.org/ada.jpg';
