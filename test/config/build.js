// Bundles src/main.ts into dist/, in chunks and once more in one file, with source maps, the licences of all that is in it, and the digests of what it was
// made of. All is written beside dist and then renamed: who starts the program meanwhile gets the old build or the new.
import { rename, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { BUILD_INPUTS, digestInputs } from './build-inputs.js';
import { licencesOf } from './licences.js';
import { PROGRAM_BUNDLE, ROOT } from './program-bundle.js';

const fresh = `${ROOT}.dist-${process.pid}`;
const old = `${fresh}-old`;
try {
  const [{ metafile }] = await Promise.all([
    build({ ...PROGRAM_BUNDLE, outdir: fresh, metafile: true }),
    // For where the system allows so few open files that the chunks cannot be loaded side by side.
    build({
      ...PROGRAM_BUNDLE,
      splitting: false,
      sourcemap: false,
      minify: true,
      keepNames: true,
      outfile: `${fresh}/whole.js`,
    }),
  ]);
  const inputs = Object.keys(metafile.inputs);
  await writeFile(`${fresh}/LICENSES.txt`, await licencesOf(ROOT, inputs));
  await writeFile(`${fresh}/${BUILD_INPUTS}`, `${JSON.stringify(await digestInputs(inputs), null, 2)}\n`);
  await replace(fresh, `${ROOT}dist`, old);
} finally {
  await Promise.all([fresh, old].map((folder) => rm(folder, { recursive: true, force: true })));
}

/** A folder cannot be renamed over one with files in it, so there is an instant without any: that of one system call. */
async function replace(folder, place, aside) {
  await rename(place, aside).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, place);
}
