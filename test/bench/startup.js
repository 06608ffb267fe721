// How long `--help` and `--version` take against a bare node, which is the least that any program on node takes. Fails
// where they take more than the limit. The best of several turns counts: whatever else the machine does only adds.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireFreshBuild } from '../config/build-inputs.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const TURNS = Number(process.argv[2] ?? 30);
const LIMIT_RATIO = 3;

// Reading certificates takes node longer than all that is measured here.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

await requireFreshBuild();

const cases = {
  'node -e 0': ['-e', '0'],
  'examctl --version': [PROGRAM, '--version'],
  'examctl --help': [PROGRAM, '--help'],
  'examctl schedule push --help': [PROGRAM, 'schedule', 'push', '--help'],
};
const best = Object.fromEntries(Object.keys(cases).map((name) => [name, Infinity]));
// In turn, so that a slow moment is one for all of them.
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const [name, args] of Object.entries(cases)) {
    const begin = performance.now();
    const { status } = spawnSync(process.execPath, args, { env, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    best[name] = Math.min(best[name], performance.now() - begin);
  }
}
let worst = 0;
for (const [name, time] of Object.entries(best)) {
  const ratio = time / best['node -e 0'];
  worst = Math.max(worst, ratio);
  console.log(`${name}: ${time.toFixed(0)} ms, ${ratio.toFixed(2)} × node`);
}
console.log(`${worst <= LIMIT_RATIO ? 'within' : 'OVER'} the limit of ${LIMIT_RATIO} × node`);
process.exitCode = worst <= LIMIT_RATIO ? 0 : 1;
