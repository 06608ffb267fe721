/** The embedded engine as a platform of the conformance suite, over any store. */
import { randomBytes } from 'node:crypto';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import type { EngineDependencies, PasswordHasher } from '../../../src/engine/dependencies.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { showEntry, showLinks } from '../../../src/engine/inspect.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { Store } from '../../../src/store/port.ts';
import { type ConformancePlatform, UNLOADABLE_PHOTO } from './platform.ts';

/** Quick, and of no use to anybody but tests. */
export const fakeHasher: PasswordHasher = {
  hash: async (password) => `$fake$${Buffer.from(password).toString('hex')}`,
  matches: async (hash, password) => hash === `$fake$${Buffer.from(password).toString('hex')}`,
};

export function engineDependencies(store: Store, passwords: PasswordHasher = fakeHasher): EngineDependencies {
  return {
    store,
    passwords,
    newId: () => randomBytes(16).toString('hex'),
    newToken: () => randomBytes(24).toString('base64url'),
    canLoadPhoto: async (url) => url !== UNLOADABLE_PHOTO,
  };
}

export async function createEnginePlatform(
  dependencies: EngineDependencies,
  catalogue: Catalogue,
  close: () => Promise<void>,
): Promise<ConformancePlatform> {
  const { store } = dependencies;
  const load = async (document: Catalogue) => {
    const result = await loadCatalogue(dependencies, document);
    if ('problems' in result) throw new Error(`Refused: ${JSON.stringify(result.problems)}`);
  };
  await load(catalogue);
  return {
    service: createEngine(dependencies),
    loadCatalogue: load,
    look: {
      entry: (kind, id) => store.read((view) => showEntry(view, kind, id)),
      links: (id) => store.read((view) => showLinks(view, id)),
    },
    close,
  };
}
