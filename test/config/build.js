// Bundles src/main.ts into dist/, in chunks, with source maps, the licences of all that is in it, and the digests of what
// it was made of. All is written beside dist and then renamed: who starts the program meanwhile gets the old build or the new.
import { rename, rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { build } from 'rolldown';
import { BUILD_INPUTS, digestInputs } from './build-inputs.js';
import { licencesOf } from './licences.js';
import { PROGRAM, PROGRAM_BUNDLE, PROGRAM_OUTPUT, ROOT, THREAD } from './program-bundle.js';

const fresh = `${ROOT}.dist-${process.pid}`;
const old = `${fresh}-old`;
try {
  const program = await bundle(PROGRAM);
  const inputs = [...new Set(inputsOf([...program, ...(await bundle(THREAD))]))];
  await writeFile(`${fresh}/LICENSES.txt`, await licencesOf(ROOT, inputs));
  await writeFile(`${fresh}/${BUILD_INPUTS}`, `${JSON.stringify(await digestInputs(inputs), null, 2)}\n`);
  await replace(fresh, `${ROOT}dist`, old);
} finally {
  await Promise.all([fresh, old].map((folder) => rm(folder, { recursive: true, force: true })));
}

async function bundle(input) {
  const { output } = await build({ ...PROGRAM_BUNDLE, input, output: { ...PROGRAM_OUTPUT, dir: fresh } });
  return output;
}

/** The files that are in the output, by their paths below the root; what a bundler adds of its own is no file. */
function inputsOf(output) {
  const files = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return files.filter((id) => !id.startsWith('\0')).map((id) => relative(ROOT, id).replaceAll('\\', '/'));
}

/** A folder cannot be renamed over one with files in it, so there is an instant without any: that of one system call. */
async function replace(folder, place, aside) {
  await rename(place, aside).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, place);
}
