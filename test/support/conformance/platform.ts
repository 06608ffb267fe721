/** What the conformance suite asks of an implementation: the port, a way to load a catalogue, and no more. */
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

export interface ConformancePlatform {
  readonly service: AssessmentService;
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

/** Makes a new platform that holds this catalogue and nothing else. It must fail to load `UNLOADABLE_PHOTO`. */
export type CreatePlatform = (catalogue: Catalogue) => Promise<ConformancePlatform>;

/** A URL of good form from which no photo can be loaded: `.invalid` never resolves. */
export const UNLOADABLE_PHOTO = 'https://photos.invalid/missing.jpg';
/** A URL of good form that counts as one that can be loaded. */
export const LOADABLE_PHOTO = 'https://photos.example.org/ada.jpg';
