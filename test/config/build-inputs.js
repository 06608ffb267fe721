/** What the program in dist was made of, so that a test never starts an old one without a word. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ROOT } from './program-bundle.js';

/** The file in dist that holds the digests. */
export const BUILD_INPUTS = 'inputs.json';

/** Packages change with the lock file, and how they are bundled with the scripts. */
const ALWAYS = ['package-lock.json', ...['build', 'program-bundle'].map((script) => `test/config/${script}.js`)];

/** Digests of bundled files, by their paths. */
export async function digestInputs(inputs) {
  const own = inputs.filter((file) => !/(^|\/)node_modules\//.test(file));
  const files = [...new Set([...own, ...ALWAYS])].sort();
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await digest(file)])));
}

/** Throws where there is no build, or a source has changed since. */
export async function requireFreshBuild(dist = `${ROOT}dist`) {
  const text = await readFile(`${dist}/${BUILD_INPUTS}`, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('There is no build in dist. Run: npm run build');
  const built = JSON.parse(text);
  const now = await digestInputs(Object.keys(built));
  const changed = Object.keys(now).filter((file) => now[file] !== built[file]);
  if (changed.length === 0) return;
  const names =
    changed.length > 3 ? `${changed.slice(0, 3).join(', ')} and ${changed.length - 3} more` : changed.join(', ');
  throw new Error(`The build in dist is out of date: ${names} changed since. Run: npm run build`);
}

/** Called by vitest before the tests of a project, of which those in test/processes start the program. */
export async function setup(project) {
  const filters = (project.vitest.filenamePattern ?? []).map((filter) => filter.replace(/:\d+$/, ''));
  const { testFiles } = await project.globTestFiles(filters);
  if (testFiles.some((file) => file.includes('/test/processes/'))) await requireFreshBuild().catch(withoutStack);
}

/** Throws the error without its stack: vitest fails when it maps the stack of an error of this file, and shows only that. */
function withoutStack(error) {
  error.stack = error.message;
  throw error;
}

/** Null of a file that is not there any more. */
async function digest(file) {
  const content = await readFile(`${ROOT}${file}`).catch(() => undefined);
  return content === undefined ? null : createHash('sha256').update(content).digest('hex');
}
