import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fixtureFiles } from '../../support/generate/write-fixtures.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const RUNNER = fileURLToPath(new URL('../../config/write-fixtures.js', import.meta.url));

describe('the generated fixtures', () => {
  it.each(Object.entries(fixtureFiles()))('%s is what the generator makes today', async (path, text) => {
    const stored = await readFile(join(FOLDER, path));
    expect(stored.equals(Buffer.from(text)), 'run: node test/config/write-fixtures.js').toBe(true);
  });

  it('can be written by plain node, without a TypeScript loader', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'examctl-fixtures-'));
    try {
      await promisify(execFile)(process.execPath, [RUNNER, folder]);
      for (const [path, text] of Object.entries(fixtureFiles())) {
        expect((await readFile(join(folder, path), 'utf8')) === text, path).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('begin with a byte order mark if a spreadsheet wrote them, and end every line with CR LF', () => {
    for (const path of ['sittings.csv', 'sittings-faulty.csv']) {
      const text = fixtureFiles()[path] ?? '';
      expect(text.startsWith('\uFEFFSchedule Ext Id;')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
    }
  });
});
