/** The effect of settings on commands: a token, a zone and defaults work like flags. */

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSettingsFolder } from '../../support/cli/settings-folder.ts';

const TOKEN = 'canary-4d1f-token';

/** Records for each request whether its headers have the token. */
async function startPlatform() {
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"Content":null,"Success":false,"Errors":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, tokens: () => seen.map((headers) => JSON.stringify(headers).includes(TOKEN)) };
}

const printing = (text: string) => [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`];
const READ_BESIDE = 'process.argv[1].includes("exit") && require("node:fs").readFileSync("token.txt", "utf8")';
const SHOW = 'review-session show RS-1 --retries 0 --no-input';

/** Whether a process runs. One that has ended and is not collected yet does not. */
function isRunning(pid: number): boolean {
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());
}

describe('the token', () => {
  it('comes from a command, run in the folder of the file without a shell, or from a file beside it', async () => {
    const { baseUrl, tokens } = await startPlatform();
    for (const source of [
      { tokenCommand: printing(`${TOKEN}\n`) },
      { tokenFile: 'token.txt' },
      { tokenCommand: [process.execPath, '-p', READ_BESIDE, '`exit 1`; exit 1'] },
    ]) {
      const { run, write } = await createSettingsFolder({ user: { baseUrl, ...source } });
      await write('home/examctl/token.txt', TOKEN);
      const { stdout, stderr } = await run(SHOW);
      expect(tokens().at(-1), stderr).toBe(true);
      expect(stdout + stderr).not.toContain(TOKEN);
    }
    expect(tokens()).toHaveLength(3);
  });

  it('of the environment and of a flag come first', async () => {
    const { baseUrl, tokens } = await startPlatform();
    const { run, write } = await createSettingsFolder({ user: { baseUrl, tokenCommand: printing('another') } });
    await run(SHOW, { EXAMCTL_TOKEN: TOKEN });
    await run(`${SHOW} --token-file ${await write('t', TOKEN)}`);
    await run(SHOW);
    expect(tokens()).toEqual([true, true, false]);
  });

  it('is given to no other platform than that of the settings', async () => {
    const [own, other] = [await startPlatform(), await startPlatform()];
    const { run } = await createSettingsFolder({ user: { baseUrl: own.baseUrl, tokenCommand: printing(TOKEN) } });
    expect(await run(`${SHOW} --base-url ${other.baseUrl}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is for another platform'),
    });
    await run(`${SHOW} --base-url ${own.baseUrl}/api/v1/integrations`);
    expect([own.tokens(), other.tokens()]).toEqual([[true], []]);
  });

  const failing = (script: string) => [process.execPath, '-e', script];

  it.each<[what: string, words: string[], says: string]>([
    ['is not there', ['/nonexistent/program', TOKEN], 'cannot be started'],
    ['fails', failing(`console.log("${TOKEN}"); console.error("${TOKEN}"); process.exit(3)`), 'failed (exit code 3)'],
    ['prints nothing', failing(`console.error("${TOKEN}")`), 'printed nothing'],
    ['prints without end', failing(`for (;;) require("fs").writeSync(1, "${TOKEN}".repeat(999))`), 'printed too much'],
  ])('is missed where its command %s, and nothing of its output is shown', async (_what, tokenCommand, says) => {
    const { run } = await createSettingsFolder({ user: { baseUrl: 'https://x.example', tokenCommand } });
    const { code, stdout, stderr } = await run(`${SHOW} -v --debug`);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  it.skipIf(process.platform === 'win32')(
    'comes from a command that has ended, and an agent that the command has started goes on',
    async () => {
      const { baseUrl, tokens } = await startPlatform();
      const command = ['sh', '-c', `sleep 20 & echo $! > agent; printf ${TOKEN}`];
      const { run, folder } = await createSettingsFolder({ user: { baseUrl, tokenCommand: command } });
      await run(SHOW);
      expect(tokens()).toEqual([true]);
      const agent = Number(await readFile(path.join(folder, 'home/examctl/agent'), 'utf8'));
      expect(isRunning(agent)).toBe(true);
      process.kill(agent);
    },
  );

  it('in place of a file name is not shown', async () => {
    const { run } = await createSettingsFolder({ user: { baseUrl: 'https://x.example', tokenFile: TOKEN } });
    const { code, stdout, stderr } = await run(SHOW);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') });
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  it('is not among what config list and config get show of a command', async () => {
    const { run } = await createSettingsFolder({ user: { tokenCommand: ['curl', '-H', TOKEN] } });
    for (const line of ['config list --json', 'config list', 'config get tokenCommand']) {
      const { stdout } = await run(line);
      expect(stdout).toContain('curl');
      expect(stdout).not.toContain(TOKEN);
    }
  });
});

describe('a value for records that leave a field empty', () => {
  const HEADER = 'ExternalId,FirstName,LastName,Email';
  const ROWS = 'u-1,Ada,Byron,a@example.org,\nu-2,Alan,Turing,b@example.org,Teacher\n';

  async function syncedRoles(settings: object, flags = '', csv = `${HEADER},Role\n${ROWS}`) {
    const folder = await createSettingsFolder({ project: settings });
    await folder.write('users.csv', csv);
    await folder.write('catalogue.json', {
      Roles: ['Student', 'Teacher', 'Guest'].map((Title) => ({ Title, Participate: true, Permissions: [] })),
      Hierarchies: [{ ExternalId: 'ROOT', Title: 'Root', ParentExternalId: null }],
    });
    for (const line of ['local init', 'local load catalogue.json']) {
      expect(await folder.run(line)).toMatchObject({ code: 0, stdout: '' });
    }
    const synced = await folder.run(`user sync users.csv ${flags}`.trim());
    const { stdout } = await folder.run('local show users -o ndjson');
    const users = stdout.trim().split('\n').filter(Boolean);
    return { ...synced, roles: users.map((line) => (JSON.parse(line) as { Role?: string }).Role) };
  }

  it.each([
    ['of the settings', { defaults: { Role: 'Student' } }, '', ['Student', 'Teacher']],
    ['of --set', {}, '--set Role=Guest', ['Guest', 'Teacher']],
    ['of --set before the settings', { defaults: { Role: 'Student' } }, '--set Role=Guest', ['Guest', 'Teacher']],
  ])('comes from the value %s', async (_who, settings, flags, roles) => {
    const { stderr, stdout, ...result } = await syncedRoles(settings, flags);
    expect(result, stdout + stderr).toMatchObject({ code: 0, roles });
    expect(stderr).toContain('where a record has none');
  });

  it('serves required fields of schedules and their candidates, each where it is missing', async () => {
    const { run, write } = await createSettingsFolder({
      project: { timezone: 'Europe/Amsterdam', defaults: { GroupName: 'Law', LastName: 'Unknown', Role: 'Student' } },
    });
    const head = 'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,CandidateExtId,FirstName,LastName,Email';
    const rows = ['c-1,Ada,,a@example.org', 'c-2,Alan,Turing,b@example.org'];
    await write('s.csv', [head, ...rows.map((row) => `S,A,2027-01-11 09:00,G,${row}`)].join('\n'));
    expect(await run('validate schedules s.csv')).toMatchObject({ code: 0 });
    const { stdout } = await run('validate schedules s.csv --json --set GroupName=Civil');
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], counts: { read: 1, valid: 1 } });
  });

  it.each([
    ['--set Rol=x', 'Did you mean Role?'],
    ['--set Title=x', 'there is no field "Title" here'],
    ['--set Password=canary-77', 'Password is a secret'],
    ['--set SpecialNeeds=perhaps', '--set: SpecialNeeds'],
    ['--set Role', 'Write a field and its value, such as Role=Student.'],
  ])('that cannot be one is refused before anything is read: %s', async (flags, says) => {
    const { run, write } = await createSettingsFolder();
    await write('users.csv', `${HEADER}\n`);
    const { code, stderr, stdout } = await run(`validate users users.csv ${flags}`);
    expect({ code, text: stdout + stderr }).toMatchObject({ code: 2, text: expect.stringContaining(says) });
    expect(stdout + stderr).not.toContain('canary-77');
  });
});
