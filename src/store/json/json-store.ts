import type { Store } from '../port.ts';

/** A store in a folder of JSON files. */
export interface JsonStore extends Store {
  /** Writes the whole state as a new snapshot and begins an empty journal. It happens by itself when it is due. */
  checkpoint(): Promise<void>;
}
