/** Numbers of JSON with more digits than a number of this program keeps: as they are written in their file. */
import { isObject } from '../base/json-value.ts';
import type { Path } from '../platform/problem.ts';

/** By the place of each, as `placeOfNumber` writes it: no such text names what objects inherit. */
export type WrittenNumbers = Readonly<Record<string, string>>;

export function placeOfNumber(path: Path): string {
  return JSON.stringify(path);
}

/** A value as JSON, with the numbers in it as they were written. `path` is the place of the value itself. */
export function jsonAsWritten(value: unknown, numbers: WrittenNumbers | undefined, path: Path = []): string {
  if (numbers === undefined) return JSON.stringify(value);
  const within = (name: string | number, member: unknown) => jsonAsWritten(member, numbers, [...path, name]);
  if (Array.isArray(value)) return `[${value.map((member, index) => within(index, member)).join(',')}]`;
  if (!isObject(value)) return numbers[placeOfNumber(path)] ?? JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${within(name, member)}`);
  return `{${members.join(',')}}`;
}
