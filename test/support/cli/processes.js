/** Runs the built program as processes, for campaigns. These are scripts that also run on Node 20. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../../bin/examctl.js', import.meta.url));
const MAX_ERROR_TEXT = 4_000;

/** A clean environment: settings of the machine have no effect. */
function environmentWith(env) {
  return { PATH: process.env.PATH, HOME: '/nonexistent', ...env };
}

/** Runs a command and returns its standard output. Rejects if the exit code is not 0. */
export async function examctl(args, env) {
  const options = { env: environmentWith(env), maxBuffer: Infinity };
  return (await promisify(execFile)(process.execPath, [PROGRAM, ...args], options)).stdout;
}

/** Starts `serve` at a free port, and resolves when it listens. `program` is a script with this command. */
export function startServe({ env, flags = [], program = PROGRAM }) {
  return startServer([program, 'serve', '--port', '0', '--json', '-q', ...flags], { env: environmentWith(env) });
}

/** Starts a server that prints its port as JSON. Rejects with what it said if it ends before. */
export async function startServer(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, port: 0, errors: '', ended: once(child, 'close') };
  child.stderr
    .setEncoding('utf8')
    .on('data', (text) => (server.errors = (server.errors + text).slice(-MAX_ERROR_TEXT)));
  const failed = server.ended.then(([code, signal]) => {
    throw new Error(`${args.join(' ')} ended with ${code ?? signal}: ${server.errors}`);
  });
  failed.catch(() => {});
  const [firstOutput] = await Promise.race([once(child.stdout, 'data'), failed]);
  server.port = JSON.parse(firstOutput).port;
  return server;
}
