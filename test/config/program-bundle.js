/**
 * How src/main.ts becomes the program: split along dynamic imports, so that a command loads only what it needs. What is
 * loaded at the start is one file, and all files are CommonJS: node loads these one after the other, in half the time
 * that its loader of ES modules takes, and needs one file descriptor for it.
 */
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Each is bundled by itself, so that all that one of them loads at its start is in one file. */
export const PROGRAM = { main: 'src/main.ts' };

/** What its threads run. */
export const THREAD = { 'piece-worker': 'src/bulk/kinds/read/piece-worker.ts' };

/** Options of rolldown, but for what is bundled and where it goes. */
export const PROGRAM_BUNDLE = {
  cwd: ROOT,
  platform: 'node',
  transform: { target: 'node20.19' },
  // A native addon is found by its own loader at run time; it cannot be bundled.
  external: ['@node-rs/argon2'],
  plugins: [withoutChildProcess()],
  // What several commands load in their turn may be loaded before by another.
  checks: { ineffectiveDynamicImport: false },
};

/** How the files are written. Names stay, so that a stack trace can be read. */
export const PROGRAM_OUTPUT = {
  format: 'cjs',
  strict: true,
  // What is loaded at the start is in one file, and so is what most commands load: node takes longer to open ten small files
  // than to read a large one.
  codeSplitting: {
    groups: [
      { name: 'start', tags: ['$initial'] },
      { name: 'shared', minShareCount: 8 },
    ],
  },
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
  // The sources are beside the maps.
  sourcemapExcludeSources: true,
};

/** Commander loads `child_process`, a seventh of the time of a short command, to start executables; here it has none. */
function withoutChildProcess() {
  const load = "require('node:child_process')";
  return {
    name: 'without-child-process',
    transform: {
      filter: { id: /commander[\\/]lib[\\/]command\.js$/ },
      handler(code) {
        if (!code.includes(load)) throw new Error(`commander does not say ${load} any more`);
        return { code: code.replace(load, '{}'), map: null };
      },
    },
  };
}
