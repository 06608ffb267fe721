/** Exports of many programs: a draft, with the corrections that a person makes, reads each of them as the truth file says. */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

interface Truth {
  readonly kind: 'users' | 'schedules';
  readonly preset?: string;
  readonly flags?: readonly string[];
  readonly corrections?: { readonly fields?: object; readonly [part: string]: unknown };
  readonly records: readonly object[];
}

const FOLDER = new URL('../../fixtures/exports/', import.meta.url).pathname;
const EXPORTS = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
/** Fields, and the list of columns to ignore. */
const MAX_CORRECTIONS = 2;

/** The requests as the truth has them: a schedule with each of its candidates is a record. */
function recordsOf(bodies: readonly object[]): object[] {
  return bodies.flatMap((body) => {
    const { Schedule, Candidates } = body as { Schedule?: object; Candidates?: readonly object[] };
    if (Schedule === undefined || Candidates === undefined) return [body];
    const { ScheduleExtId: _id, Title: _title, ...schedule } = Schedule as Record<string, unknown>;
    return Candidates.map((candidate) => ({ ...schedule, ...candidate }));
  });
}

it.each(EXPORTS)('%s is read as its truth file says', async (name) => {
  const truth: Truth = JSON.parse(readFileSync(join(FOLDER, name.replace('.csv', '.json')), 'utf8'));
  const { run, json, folder, file } = await createWorkspace();
  copyFileSync(join(FOLDER, name), join(folder, name));
  const preset = truth.preset === undefined ? [] : ['--preset', truth.preset];
  const drafted = await run([
    'mapping',
    'draft',
    truth.kind,
    name,
    ...preset,
    ...(truth.flags ?? []),
    '--out',
    'm.json',
  ]);
  expect(drafted).toMatchObject({ code: 0 });
  const draft = JSON.parse(await readFile(join(folder, 'm.json'), 'utf8'));
  const { fields = {}, ...parts } = truth.corrections ?? {};
  const corrected = Object.keys(fields).length + (parts['ignore'] === undefined ? 0 : 1);
  expect(corrected).toBeLessThanOrEqual(MAX_CORRECTIONS);
  const ignore = [...(draft.ignore ?? []), ...((parts['ignore'] as string[] | undefined) ?? [])];
  const mapping = { ...draft, ...parts, ...(ignore.length > 0 && { ignore }), fields: { ...draft.fields, ...fields } };
  await file('m.json', JSON.stringify(mapping));
  const { code, report } = await json(['validate', truth.kind, name, '--mapping', 'm.json']);
  expect({ code, errors: report.findings.filter(({ severity }) => severity === 'error') }).toEqual({
    code: 0,
    errors: [],
  });
  const server = await startAnsweringServer();
  const command = truth.kind === 'users' ? ['user', 'sync', name] : ['schedule', 'push', name];
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  const sent = await json([...command, '--mapping', 'm.json', '--base-url', server.url, '--concurrency', '1'], { env });
  expect(sent.code).toBe(0);
  expect(recordsOf(server.bodies)).toEqual(truth.records);
});
