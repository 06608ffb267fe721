/** A token and a password that are known, and looked for in everything that the program writes and says. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Said, startAnsweringServer } from '../support/chaos/answering-server.ts';
import { ended, startProgram } from '../support/cli/program.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const TOKEN = 'examctl_canary/Tok3n+sings&not';
const PASSWORD = 'Canary"Passw0rd<sings>not';

const USERS = [
  'ExternalId,FirstName,LastName,Email,Password',
  `u-1,Ada,Byron,ada@example.org,"${PASSWORD.replaceAll('"', '""')}"`,
  `u-2,Bob,Byron,bob@example.org,"${PASSWORD.replaceAll('"', '""')}"`,
  '',
].join('\n');
const WRONG_USERS = USERS.replace('bob@example.org', 'bob');

/** As it is, and as JSON, HTML, URLs and CSV write it. */
function spellings(secret: string): string[] {
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, json.replaceAll('/', '\\/'), html, encodeURIComponent(secret), secret.replaceAll('"', '""')];
}

function expectSilent(where: string, text: string): void {
  for (const secret of [...spellings(TOKEN), ...spellings(PASSWORD)]) {
    expect(text.includes(secret), `${where} holds ${secret}:\n${text.slice(0, 2_000)}`).toBe(false);
  }
}

/** Every file of the folder but those named. */
async function expectSilentFiles({ folder }: Workspace, except: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !except.includes(entry.name));
  for (const { parentPath, name } of files) {
    expectSilent(name, await readFile(join(parentPath, name), 'latin1'));
  }
  return files.map(({ name }) => name);
}

/** CSV is among the reports, and so is what --json writes. */
const OUTPUTS = [
  ['-v', '--debug'],
  ['-o', 'ndjson', '--debug'],
] as const;
const REPORTS = ['--report', 'report.json', '--report', 'report.csv'] as const;

async function runAll(space: Workspace, url: string): Promise<void> {
  for (const flags of OUTPUTS) {
    const args = ['user', 'sync', 'users.csv', '--full', '--base-url', url, '--retries', '1', ...REPORTS, ...flags];
    const { stdout, stderr } = await space.run(args, { env: { EXAMCTL_TOKEN: TOKEN } });
    expectSilent(`stdout of ${flags.join(' ')}`, stdout);
    expectSilent(`stderr of ${flags.join(' ')}`, stderr);
  }
  const names = await expectSilentFiles(space, ['users.csv']);
  expect(names).toContain('report.json');
  expect(names.some((name) => /^\d{8}T.*\.ndjson$/.test(name))).toBe(true);
  for (const name of names.filter((entry) => /^\d{8}T/.test(entry))) {
    const { stdout, stderr } = await space.run(['runs', 'show', name.replace('.ndjson', ''), '--json']);
    expectSilent('runs show', stdout + stderr);
  }
}

const echo = (status: number, text: string, headers = {}): Said => ({ status, body: text, headers });
const errors = (text: string) =>
  JSON.stringify({ Content: null, Success: false, Errors: [{ Code: 247, Error: text }] });

describe('nothing that a platform echoes gets out', () => {
  it.each([
    ['403 with the header', (auth) => echo(403, `<p>Not allowed: ${auth}</p>`)],
    ['403 with the header in its errors', (auth) => echo(403, errors(`Not allowed: ${auth}`))],
    ['500 with the header', (auth) => echo(500, `Unhandled: Authorization: ${auth}`)],
    ['a redirect with the token', () => echo(302, '', { location: `/login?token=${encodeURIComponent(TOKEN)}` })],
    ['400 with the header', (auth) => echo(400, errors(`Bad header ${auth}`))],
    ['400 with the password', () => echo(400, errors(`The password ${PASSWORD} is too weak`))],
    ['500 with the body', (_, body) => echo(500, body)],
    ['HTML with the body', (_, body) => echo(200, `<pre>${body}</pre>`)],
    ['200 with the body in an odd place', (_, body) => echo(200, `{"Success":true,"Content":{"Odd":${body}}}`)],
    ['200 with the body as the user', () => ({})],
  ] satisfies [string, (auth: string, body: string) => Said][])(
    '%s',
    async (_, answer) => {
      const space = await createWorkspace();
      await space.file('users.csv', USERS);
      const server = await startAnsweringServer((body, __, { authorization = '' }) =>
        answer(authorization, JSON.stringify(body)),
      );
      await runAll(space, server.url);
      expect(server.bodies[0]).toMatchObject({ Password: PASSWORD });
    },
    120_000,
  );
});

it('no finding, report or record of wrong rows holds them; rejects hand the rows back, and they alone', async () => {
  const space = await createWorkspace();
  await space.file('users.csv', WRONG_USERS);
  for (const flags of OUTPUTS) {
    const args = ['user', 'sync', 'users.csv', '--skip-invalid', '--rejects', 'rejects.csv', ...REPORTS, ...flags];
    const { stdout, stderr } = await space.run(args);
    expectSilent('stdout', stdout);
    expectSilent('stderr', stderr);
  }
  await expectSilentFiles(space, ['users.csv', 'rejects.csv']);
  // Rows go back as they were, to be mended and sent: the file is as secret as the input.
  const rejects = await readFile(join(space.folder, 'rejects.csv'), 'utf8');
  expect(rejects).toContain(PASSWORD.replaceAll('"', '""'));
  expect(rejects).not.toContain('u-1');
});

it('the server says nothing of either, keeps a hash alone, and the list of processes shows neither', async () => {
  const space = await createWorkspace();
  await space.file('users.csv', USERS);
  const env = { EXAMCTL_STORE: space.store, EXAMCTL_TOKEN: TOKEN };
  const server = startProgram(['serve', '--port', '0', '-v', '--debug'], { cwd: space.folder, env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const end = ended(server);
  const url = await new Promise<string>((resolve) =>
    server.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const client = startProgram(['user', 'sync', 'users.csv', '--base-url', url], { cwd: space.folder, env });
  client.stdin.end();
  for (const { pid } of [server, client]) expectSilent('cmdline', await readFile(`/proc/${pid}/cmdline`, 'latin1'));
  const done = await ended(client);
  expect(done.code).toBe(0);
  expectSilent('the client', done.stdout + done.stderr);
  const refused = await space.run(['user', 'sync', 'users.csv', '--full', '--base-url', url, '--debug'], {
    env: { EXAMCTL_TOKEN: `${TOKEN}x` },
  });
  expect(refused.code).toBe(5);
  expectSilent('the refused client', refused.stdout + refused.stderr);
  server.kill('SIGTERM');
  const { stdout, stderr } = await end;
  expectSilent('the server', stdout + stderr);
  expect(stderr).toContain('"status":403');
  await expectSilentFiles(space, ['users.csv']);
  const names = await readdir(space.store);
  const store = await Promise.all(names.map((name) => readFile(join(space.store, name), 'utf8')));
  expect(store.join('')).toContain('$argon2id$');
});

it('a token file that cannot be a token is not quoted', async () => {
  const space = await createWorkspace();
  await space.file('users.csv', USERS);
  const token = await space.file('token', `${TOKEN}\nX-Injected: yes\n`);
  const args = ['user', 'sync', 'users.csv', '--base-url', 'http://127.0.0.1:9', '--token-file', token, '--debug'];
  const { code, stdout, stderr } = await space.run(args);
  expect(code).toBe(2);
  expectSilent('the refusal', stdout + stderr);
});
