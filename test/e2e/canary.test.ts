/** A token and a password that are known, and looked for in everything that the program writes and says. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_ENDINGS } from '../../src/output/files/report-files.ts';
import { type Said, startAnsweringServer } from '../support/chaos/answering-server.ts';
import { expectSilent, expectSilentFiles, PASSWORD, TOKEN, USERS } from '../support/cli/secrets.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const WRONG_USERS = USERS.replace('bob@example.org', 'bob');

/** All kinds of reports, and what --json writes is one of them. */
const OUTPUTS = [
  ['-v', '--debug'],
  ['-o', 'ndjson', '--debug'],
] as const;
const REPORTS = REPORT_ENDINGS.split(/, | or /).flatMap((ending) => ['--report', `report${ending}`, '--reveal']);

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
  // Rows go back as they were, to be fixed and sent: the file is as secret as the input.
  const rejects = await readFile(join(space.folder, 'rejects.csv'), 'utf8');
  expect(rejects).toContain(PASSWORD.replaceAll('"', '""'));
  expect(rejects).not.toContain('u-1');
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
