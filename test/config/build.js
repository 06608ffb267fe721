// Bundles src/main.ts into dist/, with the licences of all that is in it.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { licencesOf } from './licences.js';
import { PROGRAM_BUNDLE, ROOT } from './program-bundle.js';

await rm(`${ROOT}dist`, { recursive: true, force: true });
const { metafile } = await build({ ...PROGRAM_BUNDLE, outdir: 'dist', metafile: true });
await writeFile(`${ROOT}dist/LICENSES.txt`, await licencesOf(ROOT, Object.keys(metafile.inputs)));
