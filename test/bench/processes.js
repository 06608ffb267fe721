/** Starts examctl, peers and servers in processes of their own, with an environment in which nothing else counts. */
import { fileURLToPath } from 'node:url';
import { measureRun } from '../support/bench/measured-run.js';
import { startServer as startProcess } from '../support/cli/processes.js';

export const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
export const TOKEN = 'token-of-a-benchmark';

export const peerScript = (name) => fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));

/** Without NODE_EXTRA_CA_CERTS: reading certificates takes node longer than its own start. */
function environment(folder, more) {
  return { PATH: process.env.PATH, HOME: folder, EXAMCTL_TOKEN: TOKEN, ...more };
}

/** Runs node to its end: seconds, memory and standard output. An exit code that is not `code` is an error. */
export async function runNode(folder, args, { env = {}, code = 0 } = {}) {
  const ended = await measureRun(args, { cwd: folder, env: environment(folder, env) });
  if (ended.code === code) return ended;
  throw new Error(`${args.join(' ')} ended with ${ended.code}: ${(ended.stderr || ended.stdout).slice(-2_000)}`);
}

const servers = new Set();

/** Starts a server that prints its port as JSON; `stop` ends it. */
export async function startServer(folder, args) {
  const { child, port, ended } = await startProcess(args, { cwd: folder, env: environment(folder) });
  servers.add(child);
  ended.finally(() => servers.delete(child));
  return {
    port,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export function stopServers() {
  for (const child of servers) child.kill('SIGKILL');
}
