/**
 * What V8 has compiled of the program. The build keeps it in dist, so that a command need not compile what it loads. Only
 * the version of V8 that has made it can use it: any other finds no folder of its own, and node loads the program.
 */
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');

/** Node's own wrapper of a CommonJS module. */
const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];

/** Where the compiled code of a file of the build in `dist` is, for this V8 and this kind of machine. */
function compiledPath(file, dist) {
  const { platform, arch, versions } = process;
  return join(dist, `compiled-${versions.v8}-${platform}-${arch}`, relative(dist, file));
}

/** A file as a script whose columns are those of the file. Where V8 refuses `cachedData`, it compiles the file. */
function readScript(file, cachedData) {
  const text = BEFORE + readFileSync(file, 'utf8') + AFTER;
  return new Script(text, { filename: file, columnOffset: -BEFORE.length, cachedData });
}

/**
 * Loads the files of a build, whose scripts `scriptOf` gives, and gives what they export. Their imports say where a file
 * is, so nothing is searched for, which takes node longer than to run what it finds. All else is loaded by node.
 */
function createLoader(scriptOf) {
  const modules = new Map();
  return function load(file) {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const folder = dirname(file);
    const run = scriptOf(file).runInThisContext();
    const module = { exports: {} };
    modules.set(file, module);
    try {
      const find = (name) => (name.startsWith('.') ? load(join(folder, name)) : require(name));
      run.call(module.exports, module.exports, find, module, file, folder);
    } catch (error) {
      // A file that could not be opened may be asked for again.
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };
}

/** Runs the program of a build. With source maps, node has to compile it. */
function runProgram(dist) {
  const main = join(dist, 'main.cjs');
  const isCompiled = !process.sourceMapsEnabled && existsSync(compiledPath(main, dist));
  const load = isCompiled ? createLoader((file) => readScript(file, readFileSync(compiledPath(file, dist)))) : require;
  load(main);
}

module.exports = { compiledPath, createLoader, readScript, runProgram };
