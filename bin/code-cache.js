/**
 * What V8 has compiled of the program. The build keeps it in dist, so that a command need not compile what it loads. Only
 * the version of V8 that has made it can use it: any other finds no folder of its own, and compiles as node always does.
 */
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '../dist');
/** Node's own wrapper of a CommonJS module. */
const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];

/** Where the compiled code of a file of the build in `dist` is, for this V8 and this kind of machine. */
function compiledPath(file, dist = DIST) {
  const { platform, arch, versions } = process;
  return join(dist, `compiled-${versions.v8}-${platform}-${arch}`, relative(dist, file));
}

/** A file as a script whose columns are those of the file. Where V8 refuses `cachedData`, it compiles the file. */
function readScript(file, cachedData) {
  const text = BEFORE + readFileSync(file, 'utf8') + AFTER;
  return new Script(text, { filename: file, columnOffset: -BEFORE.length, cachedData });
}

/** Runs a script as the code of a module. What is bundled asks nothing of `require` but modules. */
function runModule(script, module, file) {
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, module.require.bind(module), module, file, dirname(file));
}

/** From now on, files of the program are loaded with their compiled code. With source maps, node has to compile them. */
function useCodeCache() {
  if (process.sourceMapsEnabled || !existsSync(compiledPath(DIST))) return;
  const load = require.extensions['.js'];
  require.extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(DIST)) return load(module, file);
    runModule(readScript(file, readFileSync(compiledPath(file))), module, file);
  };
}

module.exports = { compiledPath, readScript, runModule, useCodeCache };
