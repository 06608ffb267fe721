/** Offers the entries of the embedded platform as choices, and finds users by a part of their names. A remote offers none. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Choice, Prompter } from '../../output/terminal/prompts.ts';
import type { ShownKind } from '../../platform/entities.ts';
import type { TargetCall } from '../options/target-options.ts';
import { type KnownEntry, kindNamedBy, knownEntries, meantId, withKnownPlatform } from '../target/known-entries.ts';

/** With more entries, it is easier to type an id than to choose one. */
const MAX_CHOICES = 200;

export function createChoices(call: TargetCall): (field: string) => Promise<readonly Choice[]> {
  return async (field) => {
    const kind = kindNamedBy(field);
    return kind === undefined ? [] : choicesOf(call, kind);
  };
}

interface Wanted {
  readonly isWanted?: (known: KnownEntry) => boolean;
  readonly max?: number;
}

/** The entries of a kind that match `isWanted`; none if there are more than `max`. */
export async function choicesOf(
  { context, target }: TargetCall,
  kind: ShownKind,
  { isWanted = () => true, max = MAX_CHOICES }: Wanted = {},
): Promise<readonly Choice[]> {
  const choices = await withKnownPlatform(context, target, async (platform) => {
    const found: Choice[] = [];
    for await (const known of knownEntries(platform, kind)) {
      if (isWanted(known)) found.push({ value: known.id, title: known.title });
      if (found.length > max) return [];
    }
    return found;
  });
  return choices ?? [];
}

/** Returns the people whose names contain the text; all for an empty text, and none for an existing id. */
type FindMatches = (text: string) => readonly Choice[];

/** Reads the people once, on the first call. */
export type OpenMatches = () => Promise<FindMatches>;

export const HOW_TO_MATCH = 'or part of a name; Enter lists all';

export const noMatches: FindMatches = () => [];

/** With more users than this, there is no search by name: it would take too long to read all of them. */
const MAX_PEOPLE = 20_000;

/** A longer list does not help. */
const MAX_SHOWN = 200;

/** Opens a search among the users of the embedded platform. */
export function openUserMatches(call: TargetCall): OpenMatches {
  let opened: Promise<FindMatches> | undefined;
  return () => {
    opened ??= choicesOf(call, 'Users', { max: MAX_PEOPLE }).then(matchesAmong);
    return opened;
  };
}

function matchesAmong(people: readonly Choice[]): FindMatches {
  const ids = new Set(people.map(({ value }) => value));
  const named = people.map((person) => ({ person, name: foldCaseAndAccents(person.title ?? '') }));
  return (text) => {
    if (ids.has(text)) return [];
    const part = foldCaseAndAccents(text);
    return named.filter(({ name }) => name.includes(part)).map(({ person }) => person);
  };
}

/** The text without accents and capitals. */
function foldCaseAndAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The id of the chosen person. The typed text itself if nobody matches it, or if it is the id of a new user. */
export async function chooseMatch(
  prompter: Prompter,
  typed: string,
  matches: readonly Choice[],
  mayBeNew: boolean,
): Promise<string> {
  if (matches.length === 0) return typed;
  const shown = matches.slice(0, MAX_SHOWN);
  const cutNote =
    matches.length > shown.length ? ` (the first ${shown.length} of ${formatNumber(matches.length)})` : '';
  // Enter takes the text as it was typed: it must not change a person who only has a similar name.
  const others = mayBeNew ? [{ value: typed, title: 'the id of a new user' }] : [];
  return prompter.one(`Who is it?${cutNote}`, [...others, ...shown]);
}

/** Finds an existing record by its id. */
export type FindExisting = (id: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Finds a user by id and prints whether it exists: a typing error in the id would otherwise create a new user. */
export function findUser(call: TargetCall): FindExisting {
  const { context, target, output } = call;
  return async (id) => {
    const found = await withKnownPlatform(context, target, async (platform) => {
      const user = await platform.entry('Users', id);
      if (user !== undefined) return { user };
      return { meant: await meantId(platform, 'Users', id) };
    });
    if (found === undefined) return undefined;
    const exists = 'user' in found;
    output.note(
      exists ? `${id} is a user already: Enter keeps a value.` : `${id} is a new user. ${found.meant ?? ''}`.trimEnd(),
    );
    return exists ? (found.user as Readonly<Record<string, unknown>>) : undefined;
  };
}
