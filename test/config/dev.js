// Runs the program from source: `npm run dev -- ARGS`. Node removes the types itself where it can; tsx does on Node 20.
import { pathToFileURL } from 'node:url';
import { ROOT } from './program-bundle.js';

// npm runs scripts in the folder of the package, but paths count from where it was called.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
if (!process.features.typescript) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(pathToFileURL(`${ROOT}src/main.ts`).href);
