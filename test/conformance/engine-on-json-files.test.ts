import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argon2Hasher } from '../../src/engine/argon2-hasher.ts';
import { createJsonStore } from '../../src/store/json/folder.ts';
import { openJsonStore } from '../../src/store/json/store.ts';
import { describeConformance } from '../support/conformance/describe.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';

describeConformance('The engine over a store of JSON files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-conformance-'));
  const path = join(folder, 'store');
  await createJsonStore(path);
  const platform = createEnginePlatform(engineDependencies(await openJsonStore(path, { mode: 'write' }), argon2Hasher));
  return {
    ...platform,
    close: async () => {
      await platform.close();
      await rm(folder, { recursive: true });
    },
  };
});
