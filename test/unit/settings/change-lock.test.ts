import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changeSetting } from '../../../src/commands/options/change-file.ts';
import { readSettingsFiles } from '../../../src/settings/settings-file.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

it('settings that are changed at once are all kept, and no lock is left behind', async () => {
  const folder = await temporaryFolder();
  const files = readSettingsFiles({ XDG_CONFIG_HOME: folder });
  const changes = { timezone: 'Europe/Amsterdam', baseUrl: 'https://x.example', dateFormat: 'D-M-YYYY' };
  await Promise.all(Object.entries(changes).map(([key, value]) => changeSetting(files, { key, value, level: 'user' })));
  const file = files.paths.user ?? '';
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(changes);
  expect(await readdir(join(file, '..'))).toEqual(['config.json']);
});
