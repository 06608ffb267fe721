/** Fields and conditions that do not fit each other do not compile. The tests compile broken copies of them. */
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const FLAGS = ['--noEmit', '--pretty', 'false', '--strict', '--target', 'es2023', '--lib', 'es2023,es2024.string'];
const FORMS = ['--module', 'nodenext', '--allowImportingTsExtensions', '--types', '', '--skipLibCheck'];

const USERS = 'conditions/user.ts';

/** One change of a copy of the contract, and the error of the compiler. */
const BROKEN = [
  ['nothing', USERS, '', '', undefined],
  ['a misspelled field', USERS, "'user.city.too-long'", "'user.ctiy.too-long'", '"user.ctiy.too-long"'],
  ['a misspelled problem', USERS, "'user.city.too-long'", "'user.city.too-lnog'", '"user.city.too-lnog"'],
  ['a problem that the field cannot have', USERS, "'user.city.too-long'", "'user.city.spaces'", '"user.city.spaces"'],
  ['a misspelled problem of the state', USERS, "'user.email.invalid'", "'user.email.takne'", '"user.email.takne"'],
  ['a field without a condition', 'resources/user.ts', 'City:', 'Town:', '"user.town.too-long"'],
  ['an entry without a condition', USERS, ", 'user.labels.item-too-long'", '', '"user.labels.item-too-long"'],
  [
    'a new word without a condition',
    'resources/user.ts',
    "text', max: 50, personal",
    "text', max: 50, noSpaces: true, personal",
    '.spaces"',
  ],
] as const;

let folder: string;
let said: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rule-names-'));
  cpSync(join(ROOT, 'src/base'), join(folder, 'base'), { recursive: true });
  for (const [index, [, file, from, to]] of BROKEN.entries()) {
    const copy = join(folder, `${index}`);
    cpSync(join(ROOT, 'src/platform'), copy, { recursive: true });
    const text = await readFile(join(copy, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(copy, file), text.replace(from, to));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const files = BROKEN.map((_, index) => join(`${index}`, 'conditions/index.ts'));
  const compiled = promisify(execFile)(process.execPath, [TSC, ...FLAGS, ...FORMS, ...files], { cwd: folder });
  said = await compiled.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(BROKEN.map(([name, , , , rule], index) => ({ name, rule, index })))(
  'the compiler says of $name in the conditions: $rule',
  ({ rule, index }) => {
    const errors = said
      .split('\n')
      .filter((line) => line.startsWith(`${index}/`))
      .join('\n');
    if (rule === undefined) expect(errors).toBe('');
    else expect(errors).toContain(rule);
  },
);
