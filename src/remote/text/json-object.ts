/** Reads foreign JSON by the names of its fields, without assumptions about its shape. */

import type { JsonObject } from '../../base/json-value.ts';

/** One spelling for all ways to write a name: `startupLink`, `startup_link` and `StartupLink` become `startuplink`. */
export function looseName(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase();
}

/** An own field by its exact name, else by its loose name. */
export function fieldOf(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const loose = looseName(name);
  return Object.entries(object).find(([own]) => looseName(own) === loose)?.[1];
}

/** The first of the named fields that is set. Names are given as loose names. */
export function looseField(object: JsonObject, names: readonly string[]): unknown {
  const entries = Object.entries(object).map(([name, value]) => [looseName(name), value] as const);
  for (const name of names) {
    const found = entries.find(([own, value]) => own === name && value !== null && value !== '');
    if (found !== undefined) return found[1];
  }
  return undefined;
}

/** A text, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** The first of the named fields that is a text or a number, as text. */
export function firstText(object: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(fieldOf(object, name))).find((text) => text !== undefined && text !== '');
}

/** Whether two ids are the same. Platforms may change case, outer spaces and Unicode form. */
export function isSameId(one: string, other: string): boolean {
  return plainId(one) === plainId(other);
}

export function plainId(id: string): string {
  return id.normalize('NFC').trim().toLowerCase();
}
