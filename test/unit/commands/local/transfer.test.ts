/** The state of a store moves to a folder or a database and back, and a restore returns the backup. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITY_KINDS } from '../../../../src/platform/entities.ts';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import type { StoreBackend } from '../../../../src/store/port.ts';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { importFile } from '../../../../src/store/transfer.ts';
import { runInProcess } from '../../../support/cli/in-process.ts';
import { HAS_POSTGRES, postgresServer, temporaryTenant } from '../../../support/postgres/server.ts';
import { entity } from '../../../support/store/entities.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

async function run(line: string, store: string, input = '') {
  return runInProcess([...line.split(' '), '--store', store], { env: { EXAMCTL_RUNS: join(folder, 'runs') }, input });
}

/** More users than one batch has, with difficult ids. */
const USERS = 1_200;
const STRANGE_IDS = ['', '\u{1F600}', '\uFFFD', '\uD800', 'é', '\n', '\u0000'];

async function fill(backend: StoreBackend, where: string): Promise<void> {
  const store = await backend.open(where, { mode: 'write' });
  await store.transact((transaction) => {
    for (let n = 0; n < USERS; n += 1) {
      const user = { ExternalId: `u-${n}`, UserName: `n-${n}`, '10': n, '9': { b: '\u0000', a: '\uD800' } };
      transaction.put('Users', `u-${n}`, entity(user));
      transaction.put('UserNames', `n-${n}`, entity<'UserNames'>({ ExternalId: `u-${n}` }));
    }
    for (const id of STRANGE_IDS) transaction.put('Collections', id, entity<'Collections'>({ Title: id }));
  });
  await store.close();
}

const backends: [name: string, StoreBackend, where: () => Promise<string>][] = [
  ['a folder', jsonFolders, async () => join(folder, 'store')],
];
if (HAS_POSTGRES) backends.push(['a database', createPostgresBackend({}), temporaryTenant]);

async function newStore(backend: StoreBackend, where: string): Promise<void> {
  if (!(await backend.exists(where))) await backend.create(where);
}

describe.each(backends)('the state of %s', (_, backend, whereOf) => {
  it('is exported to a file for its owner only, with the same bytes after imports', async () => {
    const where = await whereOf();
    await newStore(backend, where);
    await fill(backend, where);
    const file = join(folder, 'state.ndjson');
    expect(await run(`local export ${file}`, where)).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    let source = file;
    for (const [index, [, next, place]] of backends.entries()) {
      const to = next === jsonFolders ? join(folder, `copy-${index}`) : await place();
      await newStore(next, to);
      expect(await run(`local import ${source}`, to)).toMatchObject({ code: 0 });
      source = join(folder, `again-${index}.ndjson`);
      expect(await run(`local export ${source}`, to)).toMatchObject({ code: 0 });
      expect((await readFile(source)).equals(await readFile(file))).toBe(true);
      expect(await run(`local import ${file}`, to)).toMatchObject({ code: 2 });
    }
  });

  it('is empty after an import that was cut short, and complete after its repetition', async () => {
    const source = join(folder, 'source');
    await jsonFolders.create(source);
    await fill(jsonFolders, source);
    const file = join(folder, 'state.ndjson');
    await run(`local export ${file}`, source);
    const where = await whereOf();
    await newStore(backend, where);
    const store = await backend.open(where, { mode: 'write' });
    const cut = {
      ...store,
      plan: () => {
        const plan = store.plan();
        const run: typeof plan.run = async (works, keys) => {
          if (plan.size > 0) throw new Error('cut short on purpose');
          return plan.run(works, keys);
        };
        return { read: plan.read, run, size: 0, commit: plan.commit, end: plan.end };
      },
    } as typeof store;
    await expect(importFile(cut, file, ENTITY_KINDS)).rejects.toThrow('on purpose');
    expect(await store.read((view) => ENTITY_KINDS.flatMap((kind) => [...view.ids(kind)]))).toEqual([]);
    expect(await importFile(store, file, ENTITY_KINDS)).toBe(2 * USERS + STRANGE_IDS.length);
    await store.close();
    const again = join(folder, 'again.ndjson');
    await run(`local export ${again}`, where);
    expect(await readFile(again, 'utf8')).toBe(await readFile(file, 'utf8'));
  });

  it('is that of one file if two are imported at once', async () => {
    const where = await whereOf();
    await newStore(backend, where);
    const files = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const [source, file] = [join(folder, name), join(folder, `${name}.ndjson`)];
        await jsonFolders.create(source);
        const store = await jsonFolders.open(source, { mode: 'write' });
        await store.transact((transaction) => {
          for (let n = 0; n < USERS; n += 1) transaction.put('Users', `${n}`, entity({ ExternalId: `${n}`, name }));
        });
        await store.close();
        await run(`local export ${file}`, source);
        return file;
      }),
    );
    const ended = await Promise.all(files.map((file) => run(`local import ${file} --lock-timeout 0`, where)));
    // The second meets the lock of the first, or what the first has imported.
    expect([
      [0, 7],
      [0, 2],
    ]).toContainEqual(ended.map(({ code }) => code).sort());
    const after = join(folder, 'after.ndjson');
    await run(`local export ${after}`, where);
    const imported = files[ended.findIndex(({ code }) => code === 0)] ?? '';
    expect((await readFile(after)).equals(await readFile(imported))).toBe(true);
  });

  it('is backed up and restored into a new store, which answers as the old one', async () => {
    const where = await whereOf();
    await newStore(backend, where);
    const { url } = HAS_POSTGRES ? await postgresServer() : { url: '' };
    const { default: catalogue } = await import('../../../../fixtures/catalogue/example.json', {
      with: { type: 'json' },
    });
    const file = join(folder, 'catalogue.json');
    await writeFile(file, JSON.stringify(catalogue));
    await run(`local load ${file}`, where);
    const backup = join(folder, 'backup.ndjson');
    expect(await run(`local backup ${backup}`, where)).toMatchObject({ code: 0 });
    const to = backend === jsonFolders ? join(folder, 'restored') : `${url}?tenant=restored`;
    const cut = join(folder, 'cut.ndjson');
    await writeFile(cut, (await readFile(backup)).subarray(0, -5));
    for (const wrong of [cut, join(folder, 'not-there.ndjson')]) {
      expect((await run(`local restore ${wrong}`, to)).code).not.toBe(0);
      expect(await backend.exists(to)).toBe(false);
    }
    expect(await run(`local restore ${backup}`, to)).toMatchObject({ code: 0 });
    const shown = await Promise.all(
      [where, to].map(async (store) => (await run('local show users --json', store)).stdout),
    );
    expect(shown[0]).toContain('ExternalId');
    expect(shown[1]).toBe(shown[0]);
    expect(await run(`local restore ${backup}`, to)).toMatchObject({ code: 2 });
  });
});

it.each<[string, (text: string) => string]>([
  ['was cut', (text) => text.slice(0, -200)],
  ['has a changed byte', (text) => text.replace('u-7', 'u-8')],
  ['lacks a line', (text) => text.replace(/.*"u-9".*\n/, '')],
  ['is something else', () => '{"Users":[]}\n'],
  ['is empty', () => ''],
])('a file of a state that %s is refused before anything of it is imported', async (_, harm) => {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  await jsonFolders.create(source);
  await jsonFolders.create(target);
  await fill(jsonFolders, source);
  const file = join(folder, 'state.ndjson');
  await run(`local export ${file}`, source);
  await writeFile(file, harm(await readFile(file, 'utf8')));
  expect(await run(`local import ${file}`, target)).toMatchObject({ code: 3 });
  expect(await run('local show users --json', target)).toMatchObject({
    stdout: expect.stringContaining('"Users": []'),
  });
});

it.each<[string, (text: string) => string | Buffer]>([
  ['a newer examctl wrote', (text) => text.replace('"version":1', '"version":2')],
  ['has CRLF ends', (text) => text.replaceAll('\n', '\r\n')],
  ['is compressed', (text) => gzipSync(text)],
  ['is something else', () => '{"Users":[]}\n'],
])('a file of a state that %s is refused at its first line, with a remedy', async (_, harm) => {
  const [source, file] = [join(folder, 'source'), join(folder, 'state.ndjson')];
  await jsonFolders.create(source);
  await run(`local export ${file}`, source);
  await writeFile(file, harm(await readFile(file, 'utf8')));
  const { code, stderr } = await run(`local restore ${file}`, join(folder, 'target'));
  const expected = 'this is no file of local export, or one of a newer examctl\n  Make one';
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(expected) });
});

it('import and restore read standard input, and leave no copy of it behind', async () => {
  const [source, imported, restored] = ['source', 'imported', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const store of [source, imported]) await jsonFolders.create(store);
  await fill(jsonFolders, source);
  const { stdout: state } = await run('local export -', source);
  const before = await copies();
  expect(await run('local import -', imported, state)).toMatchObject({ code: 0 });
  expect(await run('local restore -', restored, state)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('records of standard input.'),
  });
  for (const store of [imported, restored]) expect((await run('local export -', store)).stdout).toBe(state);
  expect(await run('local restore -', join(folder, 'cut'), state.slice(0, -9))).toMatchObject({ code: 3 });
  expect(await copies()).toEqual(before);
});

it.each(['import', 'restore'])('%s reads a pipe that has a name, and a link to a file', async (verb) => {
  const [source, pipe, link] = ['source', 'pipe', 'link'].map((name) => join(folder, name)) as [string, string, string];
  await jsonFolders.create(source);
  const { stdout: state } = await run('local export -', source);
  await writeFile(join(folder, 'state.ndjson'), state);
  await symlink('state.ndjson', link);
  execFileSync('mkfifo', [pipe]);
  const before = await copies();
  for (const file of [pipe, link]) {
    const target = `${file}-store`;
    if (verb === 'import') await jsonFolders.create(target);
    const writing = file === pipe ? writeFile(pipe, state) : undefined;
    expect(await run(`local ${verb} ${file}`, target)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`records of ${file}.`),
    });
    await writing;
    expect((await run('local export -', target)).stdout).toBe(state);
  }
  expect(await copies()).toEqual(before);
});

async function copies(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('examctl-state-'));
}
