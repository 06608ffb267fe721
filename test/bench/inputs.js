/** The files that the benchmarks read: users and sitting lists of any length, from a seed. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { importBundled } from '../support/import-bundled.js';

export const { userAt, writeUsers, writeSittings } = await importBundled(
  'test/support/generate/users.ts',
  'test/support/generate/sittings.ts',
);

/** The users of `writeUsers` on the sheet of a workbook, all cells texts, its parts in the order in which Excel writes them. */
export async function writeUsersWorkbook(path, { users }) {
  const rows = [Object.keys(userAt(0, {}))];
  for (let index = 0; index < users; index += 1) rows.push(Object.values(userAt(index, {})));
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'Users', rows }] }));
  return { path, users };
}

/** Bodies of POST /user, one a line. */
export async function writeBodies(path, users) {
  const file = createWriteStream(path);
  for (let index = 0; index < users; index += 1) {
    const { Labels, AllowedIpAddresses, Hierarchies, ...cells } = userAt(index, {});
    const plain = Object.entries(cells).filter(
      ([name, cell]) => cell !== '' && !/^(yes|no|\d\d)$/.test(cell) && name !== 'Photo',
    );
    const hierarchies = Hierarchies.split('|').map((id) => ({ ExternalId: id }));
    const body = { ...Object.fromEntries(plain), Labels: Labels.split('|'), Hierarchies: hierarchies };
    if (!file.write(`${JSON.stringify(body)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
