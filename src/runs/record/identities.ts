/** How a later part of a run recognises its records. */
import type { Place } from '../../model/place.ts';

interface KeyedPlace extends Place {
  readonly key: string;
}

/** Called for each record, in their order. */
type IdentityOf = (place: KeyedPlace) => string;

/** How the records of a file are recognised. */
export interface RowMatching {
  readonly createIdentities: () => IdentityOf;
  /** Whether what a record asks for is compared as well. */
  readonly comparesContent: boolean;
}

/**
 * File, line and id. Several records may stand on one line of JSON and may have no id, so they are counted; records of
 * a line come one after the other.
 */
function createPlaceIdentities(): IdentityOf {
  let line = '';
  let counts = new Map<string, number>();
  return (place) => {
    const here = `${place.file}\n${place.sheet ?? ''}\n${place.line}`;
    if (here !== line) [line, counts] = [here, new Map()];
    const count = (counts.get(place.key) ?? 0) + 1;
    counts.set(place.key, count);
    return `${here}\n${count}\n${place.key}`;
  };
}

/** The id alone, for a file whose rows may have moved. Records without an id are numbered. */
function createKeyIdentities(): IdentityOf {
  let unnamed = 0;
  return ({ key }) => (key === '' ? `\n${++unnamed}` : key);
}

/** In a file that has not changed. */
export const BY_PLACE: RowMatching = { createIdentities: createPlaceIdentities, comparesContent: false };

/** In a file that has changed. */
export const BY_KEY: RowMatching = { createIdentities: createKeyIdentities, comparesContent: true };
