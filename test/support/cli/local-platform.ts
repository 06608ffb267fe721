/** Reads and prepares a store without a process. */
import { expect } from 'vitest';
import type { Platform } from '../../../src/context.ts';
import { SHOWN_KINDS, type ShownKind } from '../../../src/platform/entities.ts';
import { kebabCase } from '../../../src/platform/fields/field.ts';
import { createAdapters } from '../../../src/wiring.ts';

/** Returns all entries of a kind. The kind has its name of the command line. */
export async function entriesOf<T>(store: string, word: string): Promise<T[]> {
  const kind = SHOWN_KINDS.find((known) => kebabCase(known) === word);
  if (kind === undefined) throw new Error(`there is no kind ${word}`);
  return withPlatform(store, 'read', (platform) => collect<T>(platform, kind));
}

/** Loads a catalogue, as `local load` does. */
export async function loadCatalogue(store: string, catalogue: unknown): Promise<void> {
  expect(await withPlatform(store, 'write', (platform) => platform.load(catalogue))).toHaveProperty('loaded');
}

async function withPlatform<T>(store: string, mode: 'read' | 'write', work: (platform: Platform) => Promise<T>) {
  const warnings: string[] = [];
  const onWarning = (text: string) => void warnings.push(text);
  const platform = await createAdapters({}).openPlatform({ store, mode, command: 'a test', onWarning });
  try {
    return await work(platform);
  } finally {
    await platform.close();
    expect(warnings).toEqual([]);
  }
}

async function collect<T>(platform: Platform, kind: ShownKind): Promise<T[]> {
  const entries: object[] = [];
  for await (const entry of platform.entries(kind)) entries.push(entry);
  return entries as T[];
}
