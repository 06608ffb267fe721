// Writes the generated fixtures: `node test/config/write-fixtures.js [FOLDER]`, by default into fixtures/. The generator
// is TypeScript, which Node 20 cannot run, so it is bundled first.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['test/support/generate/write-fixtures.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
});
const [bundle] = outputFiles;
const { writeFixtures } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.contents).toString('base64')}`
);
await writeFixtures(process.argv[2] ?? `${root}fixtures`);
