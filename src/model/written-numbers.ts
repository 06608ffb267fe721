/** Numbers of a JSON file that have more digits than a JavaScript number can keep, as the file writes them. */
import { isObject } from '../base/json-value.ts';
import type { Path } from '../platform/problem.ts';

/** The numbers by their places, as `placeOfNumber` writes them. No such text is the name of an inherited property. */
export type WrittenNumbers = Readonly<Record<string, string>>;

export function placeOfNumber(path: Path): string {
  return JSON.stringify(path);
}

/** Returns the JSON of a value, with its numbers as the file writes them. `path` is the place of the value in the record. */
export function jsonAsWritten(value: unknown, numbers: WrittenNumbers | undefined, path: Path = []): string {
  if (numbers === undefined) return JSON.stringify(value);
  const within = (name: string | number, member: unknown) => jsonAsWritten(member, numbers, [...path, name]);
  if (Array.isArray(value)) return `[${value.map((member, index) => within(index, member)).join(',')}]`;
  if (!isObject(value)) return numbers[placeOfNumber(path)] ?? JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${within(name, member)}`);
  return `{${members.join(',')}}`;
}
