/** Computes the state of a run from the lines of its run record. */

import { isObject, parseJson } from '../../base/json-value.ts';
import { createBytes, createNumbers, type NumberList } from '../../base/lists/compact-lists.ts';
import type { RowMatching } from './identities.ts';
import {
  createKnownIntents,
  createKnownOutcomes,
  type KnownIntents,
  type KnownOutcome,
  type KnownOutcomes,
} from './known-records.ts';
import type { EndLine, IntentLine, RecordLine, RunHeader } from './lines.ts';

/** The state after the lines so far. */
export interface Found {
  readonly intents: KnownIntents;
  /** 1 for each record that was begun. */
  readonly begun: NumberList;
  readonly outcomes: KnownOutcomes;
  header?: RunHeader;
  isSealed?: boolean;
  ended?: EndLine | undefined;
}

interface Replay {
  readonly found: Found;
  take(line: RecordLine): void;
}

export function createReplay(createIdentities: RowMatching): Replay {
  const identityOf = createIdentities();
  const found: Found = {
    intents: createKnownIntents(),
    begun: createBytes(),
    outcomes: createKnownOutcomes(),
  };
  const readers = createLineReaders(found, identityOf);
  return {
    found,
    take: (line) => {
      if (Object.hasOwn(readers, line.type)) readers[line.type](line as never);
    },
  };
}

type LineReaders = { readonly [K in RecordLine['type']]: (line: Extract<RecordLine, { type: K }>) => void };

/** The change of the state for each type of line. */
function createLineReaders(found: Found, identityOf: (intent: IntentLine) => string): LineReaders {
  const { intents, begun, outcomes } = found;
  const begunAgain = new Map<number, KnownOutcome>();
  /** The digests of changed rows that this part of the run has planned; 0 for others. */
  let changed = createNumbers();
  const takeContent = (n: number): void => intents.setDigest(n, changed.at(n));
  const begin = (n: number): void => {
    begun.set(n, 1);
    takeContent(n);
    // The earlier outcome of a record no longer counts once the record is begun again.
    const before = outcomes.get(n);
    if (before !== undefined) begunAgain.set(n, before);
    outcomes.delete(n);
  };
  const settle = (line: KnownOutcome): void => {
    const before = begunAgain.get(line.n);
    begunAgain.delete(line.n);
    // The target may have had it already, so that it was never begun.
    if (line.outcome === 'succeeded') takeContent(line.n);
    if (line.outcome !== 'not-sent') outcomes.set(line);
    else if (before !== undefined) outcomes.set(before);
    else begun.set(line.n, 0);
  };
  return {
    run: (line) => {
      found.header = line;
    },
    intent: (line) => intents.add(identityOf(line), line),
    sealed: () => {
      found.isSealed = true;
    },
    content: ({ n, crc32 }) => changed.set(n, crc32),
    begun: ({ n }) => begin(n),
    outcome: ({ type: _, ...line }) => settle(line),
    segment: () => {
      found.ended = undefined;
      changed = createNumbers();
    },
    ended: (line) => {
      found.ended = line;
    },
  };
}

/**
 * Parses the lines of a run record in their order. A crash may have cut a line: its content is lost, and its record
 * counts as unsure.
 */
export function createLineParser(): (text: string) => RecordLine | undefined {
  let characters = 0;
  return (text) => {
    characters += text.length;
    const value = parseJson(text);
    const line = isObject(value) ? (value as unknown as RecordLine) : undefined;
    if (line === undefined || !('n' in line)) return line;
    return isNumber(line['n'], characters) ? line : undefined;
  };
}

/** Rejects a number that is too high for a file of this length: lists are as long as the highest number. */
function isNumber(n: unknown, characters: number): boolean {
  return Number.isSafeInteger(n) && Number(n) >= 0 && Number(n) < characters;
}
