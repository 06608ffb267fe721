/** The embedded engine as a platform of the conformance suite, over any store. */
import { randomBytes } from 'node:crypto';
import type { EngineDependencies, PasswordHasher } from '../../../src/engine/dependencies.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { showEntry, showLinks } from '../../../src/engine/inspect.ts';
import { createSandbox } from '../../../src/engine/served/sandbox.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { Store } from '../../../src/store/port.ts';
import { type ConformancePlatform, UNLOADABLE_PHOTO } from './platform.ts';

/** Fast, and only for tests: it does not protect passwords. */
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

/** A platform with the content of the store. It closes the store. */
export function createEnginePlatform(dependencies: EngineDependencies): ConformancePlatform {
  const { store } = dependencies;
  const sandbox = createSandbox(dependencies);
  const load = (operation: 'loadCatalogue' | 'reset') => async (catalogue: Catalogue) => {
    const { envelope } = await sandbox[operation]('', catalogue);
    if (!envelope.Success) throw new Error(`Refused: ${JSON.stringify(envelope.Errors)}`);
  };
  return {
    service: createEngine(dependencies),
    reset: load('reset'),
    loadCatalogue: load('loadCatalogue'),
    inspector: {
      entry: (kind, id) => store.read((view) => showEntry(view, kind, id)),
      links: (id) => store.read((view) => showLinks(view, id)),
    },
    close: () => store.close(),
  };
}
