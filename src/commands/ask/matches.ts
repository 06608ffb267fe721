/** People are known by their names: an answer that is part of some leads to a choice of those who have them. */
import type { Choice, Prompter } from '../../output/terminal/prompts.ts';
import type { TargetCall } from '../options/target-options.ts';
import { choicesOf } from './known-choices.ts';

/** Those whom a text means that is not an id; all of them where it is empty. */
export type FindMatches = (text: string) => readonly Choice[];

/** Reads them once. */
export type OpenMatches = () => Promise<FindMatches>;

export const HOW_TO_MATCH = 'or part of a name; Enter lists all';

export const noMatches: FindMatches = () => [];

/** More people are found by their ids only: to read them all takes longer than to look an id up. */
const MAX_PEOPLE = 20_000;

/** A list that is longer is no help. */
const MAX_SHOWN = 200;

/** Of the users that the embedded platform has. */
export function openUserMatches(call: TargetCall): OpenMatches {
  let opened: Promise<FindMatches> | undefined;
  return () => {
    opened ??= choicesOf(call, 'Users', { max: MAX_PEOPLE }).then(matchesAmong);
    return opened;
  };
}

function matchesAmong(people: readonly Choice[]): FindMatches {
  const ids = new Set(people.map(({ value }) => value));
  const named = people.map((person) => ({ person, name: plain(person.title ?? '') }));
  return (text) => {
    if (ids.has(text)) return [];
    const part = plain(text);
    return named.filter(({ name }) => name.includes(part)).map(({ person }) => person);
  };
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The id of the one that is chosen; what was typed, where nobody matches it or it is the id of somebody new. */
export async function chooseMatch(
  prompter: Prompter,
  typed: string,
  matches: readonly Choice[],
  mayBeNew: boolean,
): Promise<string> {
  if (matches.length === 0) return typed;
  const shown = matches.slice(0, MAX_SHOWN);
  const cut = matches.length > shown.length ? ` (the first ${shown.length} of ${matches.length})` : '';
  const others = mayBeNew ? [{ value: typed, title: 'the id of a new user' }] : [];
  return prompter.one(`Who is it?${cut}`, [...shown, ...others]);
}
