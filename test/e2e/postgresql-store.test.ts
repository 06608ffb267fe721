/** Commands on a store in PostgreSQL, which behave as on a folder. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { DATABASE, HAS_POSTGRES, postgresServer, temporaryTenant } from '../support/postgres/server.ts';
import { temporaryFolder } from '../support/store/temporary-folder.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\nnew-1,Ada,Byron,a@example.org\nnew-2,Bob,Byron,b@example.org\n';
const PASSWORD = 'of-no-worth-s3cret';

describe.skipIf(!HAS_POSTGRES)('a store in PostgreSQL', () => {
  let folder: string;
  let url: string;
  beforeAll(async () => {
    await temporaryTenant();
    ({ url } = await postgresServer());
  });

  async function run(line: string, env: Record<string, string> = {}) {
    return runInProcess(line.split(' '), { env: { EXAMCTL_RUNS: join(folder, 'runs'), EXAMCTL_STORE: url, ...env } });
  }

  async function usersFile(): Promise<string> {
    folder = await temporaryFolder();
    const file = join(folder, 'users.csv');
    await writeFile(file, USERS);
    return file;
  }

  it('is made, filled, shown and verified, and a second run of the same list changes nothing', async () => {
    const file = await usersFile();
    const tenant = '--tenant law';
    expect(await run(`local init --example ${tenant}`)).toMatchObject({ code: 0 });
    expect(await run(`local init ${tenant}`)).toMatchObject({ stderr: expect.stringContaining('already') });
    const dry = await run(`user sync ${file} --dry-run --json ${tenant}`);
    expect(JSON.parse(dry.stdout)).toMatchObject({ counts: { create: 2, sent: 0 }, rehearsal: 'engine' });
    const sent = await run(`user sync ${file} --yes --json ${tenant}`);
    expect(JSON.parse(sent.stdout)).toMatchObject({ counts: { create: 2, succeeded: 2 }, exitCode: 0 });
    const again = await run(`user sync ${file} --yes --json --expect create=0,update=0,unchanged=2 ${tenant}`);
    expect(JSON.parse(again.stdout)).toMatchObject({ exitCode: 0 });
    expect((await run(`local show users new-1 --json ${tenant}`)).stdout).toContain('Byron');
    expect(await run(`local verify ${tenant}`)).toMatchObject({ code: 0 });
    expect(await run('local show users new-1 --json')).toMatchObject({ code: 2 });
  });

  it('is named with its tenant in the record of a run, by which the run is continued', async () => {
    const file = await usersFile();
    await run('local init --example --tenant medicine');
    const sent = await run(`user sync ${file} --yes --json --tenant medicine`);
    const { run: id, target } = JSON.parse(sent.stdout);
    expect(target.where).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/exams\?tenant=medicine$/);
    const retried = await run(`runs retry ${id} --json --tenant medicine`);
    expect(retried).toMatchObject({ code: 0 });
    const other = await run(`runs retry ${id} --json --store ${url} --tenant law`);
    expect(other).toMatchObject({ code: 2 });
  });

  it('is not reached with a wrong password, and the password is nowhere to be read', async () => {
    const file = await usersFile();
    const { sql, folder: data, port } = await postgresServer();
    sql(`CREATE ROLE guarded LOGIN PASSWORD '${PASSWORD}' SUPERUSER`);
    const own = (await readFile(join(data, 'data', 'pg_hba.conf'), 'utf8')).replace(
      /^/,
      `host ${DATABASE} guarded 127.0.0.1/32 scram-sha-256\n`,
    );
    await writeFile(join(data, 'data', 'pg_hba.conf'), own);
    sql('SELECT pg_reload_conf()');
    const store = `--store postgres://guarded@127.0.0.1:${port}/${DATABASE}`;
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
    await expect.poll(async () => (await run(`local show roles ${store}`)).code).toBe(5);
    expect((await run(`local show roles ${store}`)).stderr).toContain('asks for a password, and none was given');
    expect(await run(`local show roles ${store}`, { PGPASSWORD: 'wrong' })).toMatchObject({ code: 5 });
    expect(await run(`local show roles ${store}`, { PGPASSWORD: PASSWORD })).toMatchObject({ code: 0 });
    await run(`local init --example --tenant guarded ${store} --store-password-file ${passwordFile}`);
    // A relative name, from the folder of the file; the run is retried from another folder.
    const line = `user sync ${file} --yes --json -v --tenant guarded ${store} --store-password-file password --ca-file ca.pem`;
    const sent = await runInProcess(line.split(' '), { cwd: folder, env: { EXAMCTL_RUNS: join(folder, 'runs') } });
    expect(sent).toMatchObject({ code: 0 });
    // The record has the user and the file of the password, so that a run is retried without them.
    const retried = await runInProcess(['runs', 'retry', 'latest', '--json'], {
      env: { EXAMCTL_RUNS: join(folder, 'runs') },
    });
    expect(retried).toMatchObject({ code: 0 });
    const records = await readdir(join(folder, 'runs'), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      records.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    );
    for (const path of [passwordFile, join(folder, 'ca.pem')]) {
      expect(texts.some((text) => text.includes(encodeURIComponent(path)))).toBe(true);
    }
    expect([sent.stdout, sent.stderr, ...texts].join('\n')).not.toContain(PASSWORD);
  });

  it('is what --tenant is for: a folder has none', async () => {
    await usersFile();
    const refused = await run(`local init --tenant law --store ${folder}/store`);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('belong to a database') });
  });
});
