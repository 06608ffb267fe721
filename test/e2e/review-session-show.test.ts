import { describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { SMALL_SESSION } from '../support/cli/small-session.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const SHOW = ['review-session', 'show'];

async function prepared() {
  const workspace = await createWorkspace();
  await workspace.load(SMALL_SESSION);
  return workspace;
}

describe('review-session show', () => {
  it('shows the window, the results, and what they say as a whole', async () => {
    const { run } = await prepared();
    const { code, stdout, stderr } = await run([...SHOW, 'RS-9']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('2027-01-01T00:00:00.000Z to 2027-02-01T00:00:00.000Z');
    expect(stdout).toContain('4 results: 1 not satisfactory, 2 satisfactory, 1 not submitted, 0 voided');
    expect(stdout).toContain('Scores: mean 6.17, median 6. Conflicts: 1.');
    expect(stdout).toMatch(/ {2}4\.5 to 5 {2}█ 1\n {2}5 to 5\.5 {3}0\n/);
  });

  it('breaks no word of the summary at a narrow terminal', async () => {
    const { folder, store } = await prepared();
    const options = { cwd: folder, env: { EXAMCTL_STORE: store }, terminal: { columns: 40 } };
    const { stdout } = await runInProcess([...SHOW, 'RS-9'], options);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(stdout).toMatch(/^4 results: [^\n]+\n {2}\S/m);
  });

  it('hides PIN and keycodes in every form unless --reveal is given', async () => {
    const { run } = await prepared();
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const hidden = await run([...SHOW, 'RS-9', '-o', format]);
      expect(hidden.stdout).not.toContain('4711');
      expect(hidden.stdout).not.toContain('KEY-1');
    }
    const json = JSON.parse((await run([...SHOW, 'RS-9', '--json', '--reveal'])).stdout);
    expect(json.sessions[0].session).toMatchObject({ Pin: '4711', Results: [{ Keycode: 'KEY-1' }, {}, {}, {}] });
    expect((await run([...SHOW, 'RS-9', '-o', 'csv', '--reveal'])).stdout).toContain('KEY-1');
  });

  it('gives machines the session with its summary, a result a line, and a CSV that starts no formula', async () => {
    const { run } = await prepared();
    const { stdout } = await run([...SHOW, 'RS-9', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      command: 'review-session show',
      sessions: [
        {
          session: { ExternalId: 'RS-9', Title: 'Small' },
          summary: { count: 4, mean: 6.17, median: 6, conflicts: 1, byStatus: { SATISFACTORY: 2 } },
        },
      ],
      errors: [],
      exitCode: 0,
    });
    const lines = (await run([...SHOW, 'RS-9', '-o', 'ndjson'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).CandidateExtId)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
    const csv = (await run([...SHOW, 'RS-9', '-o', 'csv'])).stdout.trimEnd().split(/\r?\n/);
    expect(csv[0]).toMatch(/^ReviewSessionExternalId,CandidateExtId,/);
    expect(csv).toHaveLength(5);
    expect(csv[1]).toContain("'=1+1");
    expect(csv[2]).toContain('x|y');
  });

  it('shows several, and of an unknown one ends with 4 and code 1101', async () => {
    const { run } = await prepared();
    const both = await run([...SHOW, 'RS-9', 'RS-LAW-101-2026']);
    expect(both.code).toBe(0);
    expect(both.stdout).toMatch(/^RS-9, Small$[\s\S]*^RS-LAW-101-2026, /m);
    const one = await run([...SHOW, 'RS-0', 'RS-9']);
    expect(one).toMatchObject({ code: 4, stderr: expect.stringMatching(/^examctl: RS-0: .*\(code 1101\)/) });
    expect(one.stdout).toContain('4 results');
    const json = JSON.parse((await run([...SHOW, 'RS-0', 'RS-9', '--json'])).stdout);
    const end = { exitCode: 4, errors: [{ id: 'RS-0', errors: [{ Code: 1101 }] }] };
    expect(json).toMatchObject({ ...end, sessions: [{}] });
    const lines = (await run([...SHOW, 'RS-0', 'RS-9', '-o', 'ndjson'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    const summary = { event: 'summary', schemaVersion: 1, command: 'review-session show', ...end };
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(summary);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('of a remote is dropped at %s, and ends with %i', async (signal, code) => {
    const [{ run }, stop] = [await createWorkspace(), new AbortController()];
    const body = JSON.stringify({ Content: null, Success: false, Errors: [{ Code: 1101 }] });
    const server = await startAnsweringServer(() => {
      stop.abort(signal);
      return { status: 400, body };
    });
    const to = ['--base-url', server.url];
    const options = { env: { EXAMCTL_TOKEN: 'test-token-of-no-worth' }, signal: stop.signal };
    const ended = await run([...SHOW, 'RS-9', ...to, '--json'], options);
    expect(ended.code).toBe(code);
    expect(JSON.parse(ended.stdout)).toMatchObject({ exitCode: code, error: { name: 'InterruptedError' } });
  });
});
