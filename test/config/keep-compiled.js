// Runs usual commands of a build one after the other and keeps what V8 has compiled for them: `keep-compiled.js DIST`, in
// an empty folder. All run in one process, since what V8 keeps of a file is of that process only.
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** It takes every user, and ends with the last command. */
const platform = createServer(async (request, response) => {
  const User = JSON.parse((await request.toArray()).join(''));
  response.end(JSON.stringify({ Content: { User, GroupErrors: [] }, Success: true, Errors: null }));
})
  .listen(0, '127.0.0.1')
  .unref();
await once(platform, 'listening');
const PLATFORM_URL = `http://127.0.0.1:${platform.address().port}/api/v1/integrations`;

const COMMANDS = [
  ['--version'],
  ['--help'],
  ['schedule', 'push', '--help'],
  ['local', 'init', '--example'],
  ...['schedules', 'users'].flatMap((kind) => [
    ['template', kind, '--example', '--out', `${kind}.csv`],
    ['validate', kind, `${kind}.csv`],
    ['validate', kind, `${kind}.csv`, '--json'],
  ]),
  ...[['--dry-run'], ['--yes'], ['--json']].flatMap((flags) => [
    ['user', 'sync', 'users.csv', ...flags],
    ['schedule', 'push', 'schedules.csv', '--upsert', ...flags],
  ]),
  ['user', 'sync', 'users.csv', '--base-url', PLATFORM_URL, '--yes'],
  ['runs', 'list'],
];

const require = createRequire(import.meta.url);
const { compiledPath, createLoader, readScript } = require('../../bin/code-cache.js');
const dist = process.argv[2];
const scripts = new Map();

EventEmitter.defaultMaxListeners = 0;
const commands = COMMANDS.values();
// A command has ended when nothing is left for the process to do. The event comes again only after new work.
process.on('beforeExit', () => {
  const { value: args, done } = commands.next();
  if (!done && !process.exitCode) setImmediate(run, args);
});
process.on('exit', keepAll);

function run(args) {
  process.argv.splice(2, Infinity, ...args);
  createLoader(scriptOf)(join(dist, 'main.cjs'));
}

/** Of a file that no command has run, too. */
function keepAll() {
  const files = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.cjs'));
  for (const file of files.map((name) => join(dist, name))) {
    const compiled = compiledPath(file, dist);
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, scriptOf(file).createCachedData());
  }
}

/** The same script each time: what a command has compiled of it is there for the next. */
function scriptOf(file) {
  const script = scripts.get(file) ?? readScript(file);
  scripts.set(file, script);
  return script;
}
