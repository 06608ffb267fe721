/** Reports on standard output, as annotations, and in the summary of a step. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { BulkReport } from '../../../src/model/report.ts';
import { runInProcess } from '../../support/cli/in-process.ts';
import { createWorkspace } from '../../support/cli/workspace.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

beforeAll(() => {
  // Loads the commands, so that their loading time does not count for a test.
  return import('../../../src/commands/program.ts');
});

async function validate(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'u.csv'), 'ExternalId,FirstName,LastName,Email\nu-1,Ada,Lovelace,nobody\n');
  const summary = join(folder, 'summary.md');
  await writeFile(summary, 'An earlier step.\n');
  const ended = await runInProcess(['validate', 'users', 'u.csv', ...flags], {
    cwd: folder,
    env: { GITHUB_STEP_SUMMARY: summary, ...env },
  });
  return { ...ended, summary: await readFile(summary, 'utf8') };
}

const GITHUB = { GITHUB_ACTIONS: 'true' };
const ANNOTATION = /^::error file=u\.csv,line=2,title=user\.email\.invalid::column Email: /m;

it('--report - writes Markdown to standard output, and the usual text to standard error', async () => {
  const { code, stdout, stderr, summary } = await validate(['--report', '-']);
  expect(code).toBe(3);
  expect(stdout).toMatch(/^# examctl validate users\n/);
  expect(stderr).toMatch(/^1 of 1 user has errors/);
  expect(summary).toBe('An earlier step.\n');
});

it.each(['json', 'ndjson', 'csv'])('--report - with --output %s is a wrong command line', async (format) => {
  const { code, stdout, stderr } = await validate(['--report', '-', '-o', format]);
  expect(code).toBe(2);
  expect(stdout).not.toMatch(/^#/m);
  expect(stdout + stderr).toContain(`--report - and --output ${format} both write to standard output`);
});

it('GITHUB_ACTIONS=true adds annotations to standard output, and the report to the summary of the step', async () => {
  const { stdout, summary } = await validate([], GITHUB);
  expect(stdout).toMatch(ANNOTATION);
  expect(summary).toMatch(/^An earlier step\.\n# examctl validate users\n/);
});

it('annotations go to standard error if standard output has JSON', async () => {
  const { stdout, stderr } = await validate(['--json'], GITHUB);
  expect((JSON.parse(stdout) as BulkReport).exitCode).toBe(3);
  expect(stderr).toMatch(ANNOTATION);
});

it('annotations and SARIF name files from the root of the repository', async () => {
  const folder = await temporaryFolder();
  const [exams, input] = [join(folder, 'exams'), 'ExternalId,FirstName,LastName,Email\nu-1,Ada,Lovelace,nobody\n'];
  await mkdir(exams);
  await writeFile(join(exams, 'u.csv'), input);
  const check = async (file: string, workspace: string) => {
    const env = { ...GITHUB, GITHUB_WORKSPACE: workspace };
    const ended = await runInProcess(['validate', 'users', file, '--format', 'csv', '--report', 'r.sarif'], {
      cwd: exams,
      env,
      input,
    });
    const sarif = await readFile(join(exams, 'r.sarif'), 'utf8');
    return [/^::error (.*?)::/m.exec(ended.stdout)?.[1], /"uri": "(.*?)"/.exec(sarif)?.[1]];
  };
  const title = 'title=user.email.invalid';
  expect(await check('u.csv', folder)).toEqual([`file=exams/u.csv,line=2,${title}`, 'exams/u.csv']);
  expect(await check('../exams/u.csv', folder)).toEqual([`file=exams/u.csv,line=2,${title}`, 'exams/u.csv']);
  expect(await check(join(exams, 'u.csv'), exams)).toEqual([`file=u.csv,line=2,${title}`, 'u.csv']);
  expect(await check('u.csv', join(folder, 'other'))).toEqual([title, 'u.csv']);
  await writeFile(join(exams, '..u.csv'), input);
  expect(await check('..u.csv', exams)).toEqual([`file=..u.csv,line=2,${title}`, '..u.csv']);
  expect(await check('-', folder)).toEqual([title, 'standard%20input']);
});

it.each([
  ['user sync --bogus', '::error title=examctl user sync::Unknown option: --bogus\n'],
  ['foo', '::error title=examctl::Unknown command: foo\n'],
  ['local load nofile', '::error title=examctl local load::nofile: no such file\n'],
  ['local load nofile --json', '::error title=examctl local load::nofile: no such file\n'],
])('an error that stops any command is an annotation: %s', async (line, annotation) => {
  const args = line.split(' ');
  expect((await runInProcess(args, { env: GITHUB })).stderr).toContain(annotation);
  expect((await runInProcess(args)).stderr).not.toContain('::error');
});

it.each([[], ['--json']])('a review session that the platform refuses is an annotation too %j', async (...flags) => {
  const { run } = await createWorkspace();
  const { code, stderr } = await run(['review-session', 'show', 'RS-9', ...flags], { env: GITHUB });
  expect(code).toBe(4);
  expect(stderr).toMatch(/^::error title=examctl review-session show::RS-9: /m);
});

it('a summary that cannot be written is a warning', async () => {
  const { code, stderr } = await validate([], { ...GITHUB, GITHUB_STEP_SUMMARY: '/none/summary.md' });
  expect(code).toBe(3);
  expect(stderr).toContain(
    'warning: The step summary in GitHub is missing: /none/summary.md cannot be written: its folder does not exist\n',
  );
  expect(stderr).not.toContain('internal fault');
});
