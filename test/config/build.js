// Bundles src/main.ts into dist/, in chunks and once more in one file, with the licences of all that is in it.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';
import { PROGRAM_BUNDLE, ROOT } from './program-bundle.js';

await rm(`${ROOT}dist`, { recursive: true, force: true });
const [{ metafile }] = await Promise.all([
  build({ ...PROGRAM_BUNDLE, outdir: 'dist', metafile: true }),
  // For where the system allows so few open files that the chunks cannot be loaded side by side.
  build({ ...PROGRAM_BUNDLE, splitting: false, minify: true, keepNames: true, outfile: 'dist/whole.js' }),
]);
await writeFile(`${ROOT}dist/LICENSES.txt`, await licencesOf(ROOT, Object.keys(metafile.inputs)));
