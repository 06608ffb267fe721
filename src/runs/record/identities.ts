/** The identities by which a later part of a run recognises its records. */
import type { Place } from '../../model/place.ts';

interface KeyedPlace extends Place {
  readonly key: string;
}

/** Returns the identity of a record. Called for each record, in their order. */
type IdentityOf = (place: KeyedPlace) => string;

/** The way to recognise the records of a file. */
export type RowMatching = () => IdentityOf;

/**
 * Identities from file, line and id. Several records may be on one line of JSON and without ids, so they are counted. All
 * records of a line follow each other.
 */
function createPlaceIdentities(): IdentityOf {
  let line = '';
  let counts = new Map<string, number>();
  return (place) => {
    // Records of earlier versions have line 1 for a place on no line.
    const here = `${place.file}\n${place.sheet ?? ''}\n${Math.max(place.line, 1)}`;
    if (here !== line) [line, counts] = [here, new Map()];
    const count = (counts.get(place.key) ?? 0) + 1;
    counts.set(place.key, count);
    return `${here}\n${count}\n${place.key}`;
  };
}

/** Identities from the id alone, for a file whose rows may have moved. Records without an id are numbered. */
function createKeyIdentities(): IdentityOf {
  let unnamed = 0;
  return ({ key }) => (key === '' ? `\n${++unnamed}` : key);
}

/** For a file that has not changed. */
export const BY_PLACE: RowMatching = createPlaceIdentities;

/** For a file that has changed. */
export const BY_KEY: RowMatching = createKeyIdentities;
