/**
 * Lists in one cell: `P-17|P-23`, or JSON. Of objects: `LAW-1:IsCoordinator+IsAdministrator|LAW-2:DELETE`,
 * `TAX1=Bloom|TAX2`, or JSON.
 */
import { closest, foldName } from '../../base/closest.ts';
import { findRepeatedKey, scanJson } from '../../base/json-text.ts';
import type { ObjectField, Resource } from '../../platform/fields/field.ts';

/** Separates the entries of a list in a cell. */
export const LIST_SEPARATOR = '|';
const WORDS_MARK = ':';
const WORD_SEPARATOR = '+';
const TITLE_MARK = '=';

/** Returns the list that a cell holds. Text that cannot be read stays a text: the contract's check then refuses it. */
export function parseObjectList(field: ObjectField, text: string): unknown {
  const trimmed = text.trim();
  if (isJson(trimmed)) return parseJson(trimmed) ?? text;
  return text.split(LIST_SEPARATOR).map((entry) => parseEntry(field.resource, entry));
}

/** Returns the texts that a cell holds. Only text that begins like JSON with texts must be JSON: `[draft]` is a text. */
export function parseTextList(text: string): unknown {
  const trimmed = text.trim();
  const list = isJson(trimmed) ? parseJson(trimmed) : undefined;
  return list ?? (/^[[{]\s*"/.test(trimmed) ? text : text.split(LIST_SEPARATOR));
}

/** Returns texts as a cell that is read as these texts. */
export function textListCell(texts: readonly string[]): string {
  const cell = texts.join(LIST_SEPARATOR);
  const hasBars = texts.some((text) => text.includes(LIST_SEPARATOR));
  return hasBars || isJson(cell.trim()) ? JSON.stringify(texts) : cell;
}

function isJson(trimmed: string): boolean {
  return trimmed.startsWith('[') || trimmed.startsWith('{');
}

/**
 * Parses the JSON of a cell: a list, or one object for a list of one. Returns `undefined` if it is not valid, or if an
 * object repeats a key: it is then unknown which value is meant.
 */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (findRepeatedKey(text, value, scanJson(text).keys) !== undefined) return undefined;
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

/**
 * If entries have flags or choices, their words follow the id after a colon; otherwise a title may follow after `=`.
 * An empty text, such as that between two bars, is an empty entry: `null`, as in JSON.
 */
function parseEntry(resource: Resource, text: string): unknown {
  if (text.trim() === '') return null;
  const words = wordsOf(resource);
  if (words.size === 0) return withTitle(text);
  const at = text.lastIndexOf(WORDS_MARK);
  if (at < 0) return { ExternalId: text };
  const entry = new Map<string, unknown>([['ExternalId', text.slice(0, at)]]);
  for (const word of text.slice(at + 1).split(WORD_SEPARATOR)) {
    const [name, value] = words.get(foldName(word)) ?? unknownWord(resource, word.trim());
    // Two different choices are joined to a text that the check refuses, so that neither of them counts.
    const known = entry.get(name) ?? value;
    entry.set(name, known === value ? value : `${known}${WORD_SEPARATOR}${value}`);
  }
  return Object.fromEntries(entry);
}

/** Reads a word that resembles a flag as an unknown field, and any other word as an unknown choice. */
function unknownWord({ fields }: Resource, word: string): readonly [string, unknown] {
  const [choice] = Object.entries(fields).find(([, { kind }]) => kind === 'choice') ?? [];
  return choice === undefined || closest(word, Object.keys(fields)) !== undefined ? [word, true] : [choice, word];
}

function withTitle(text: string): unknown {
  const at = text.indexOf(TITLE_MARK);
  return at < 0 ? { ExternalId: text } : { ExternalId: text.slice(0, at), Title: text.slice(at + 1) };
}

type Words = ReadonlyMap<string, readonly [name: string, value: unknown]>;

const wordsOfResources = new WeakMap<Resource, Words>();

/** Returns the meaning of each word: a flag that it sets, or a choice that it makes. Made once for each resource. */
function wordsOf(resource: Resource): Words {
  const known = wordsOfResources.get(resource);
  if (known !== undefined) return known;
  const entries = Object.entries(resource.fields).flatMap(([name, field]): [string, [string, unknown]][] => {
    if (field.kind === 'boolean') return [[foldName(name), [name, true]]];
    return field.kind === 'choice' ? field.values.map((value) => [foldName(value), [name, value]]) : [];
  });
  const words = new Map(entries);
  wordsOfResources.set(resource, words);
  return words;
}
