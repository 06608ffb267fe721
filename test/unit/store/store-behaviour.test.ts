import { join } from 'node:path';
import { jsonFolders } from '../../../src/store/json/backend.ts';
import { openJsonStore } from '../../../src/store/json/store.ts';
import { describeBackend } from '../../support/store/backend-behaviour.ts';
import { describeStore } from '../../support/store/behaviour.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { temporaryFolder, temporaryStore } from '../../support/store/temporary-folder.ts';

describeStore('memory', async () => createMemoryStore());
describeStore('re-running', async () => createMemoryStore({ rerun: () => true }));
describeStore('json', async () => openJsonStore(await temporaryStore(), { mode: 'write' }));

describeBackend('json', {
  backend: jsonFolders,
  made: temporaryStore,
  free: async () => join(await temporaryFolder(), 'store'),
});
