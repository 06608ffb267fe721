import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src/errors.ts';
import { refuseSpecialFile, writeFileAtomically } from '../../../../src/output/files/write-file.ts';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examctl-output-'));
  file = path.join(folder, 'report.csv');
});

describe('a report file', () => {
  it('is whole, readable by its owner only, and alone in its folder', async () => {
    await writeFileAtomically(file, ['one\n', 'two\n']);
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['report.csv']);
  });

  it('replaces an older one, and removes the rights of other users', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    await writeFileAtomically(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('stays unchanged if the new text cannot be produced', async () => {
    await writeFile(file, 'old');
    const broken = (function* () {
      yield 'half';
      throw new RangeError('broken');
    })();
    await expect(writeFileAtomically(file, broken)).rejects.toThrow(RangeError);
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['report.csv']);
  });

  it('may have the longest name that the system allows, and a longer one is refused before anything is written', async () => {
    const longest = path.join(folder, `${'x'.repeat(251)}.csv`);
    await writeFileAtomically(longest, 'x');
    expect(await readFile(longest, 'utf8')).toBe('x');
    await expect(refuseSpecialFile(`${longest}x`)).rejects.toMatchObject({
      name: 'UsageError',
      message: `${longest}x cannot be written: its name is too long`,
    });
  });

  it('never replaces a folder, a link or a device', async () => {
    await mkdir(path.join(folder, 'sub'));
    await symlink(file, path.join(folder, 'link'));
    for (const special of [path.join(folder, 'sub'), path.join(folder, 'link'), '/dev/null']) {
      await expect(writeFileAtomically(special, 'x')).rejects.toThrow(UsageError);
    }
  });
});
