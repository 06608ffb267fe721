/** Campaigns that kill the built program many times. They run as scripts, also on Node 20. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireFreshBuild } from '../../config/build-inputs.js';

/**
 * Runs a campaign in a temporary folder, prints what it found, and sets the exit code. `campaign` gets the folder and a
 * list for its failures, and returns a line about the moments of the kills.
 */
export async function runKillCampaign({ name, runs }, campaign) {
  await requireFreshBuild();
  const folder = await mkdtemp(join(tmpdir(), `examctl-${name}-`));
  try {
    const failures = [];
    const moments = await campaign(folder, failures);
    for (const failure of failures) console.log(failure);
    console.log(moments);
    console.log(`${runs - failures.length} passed, ${failures.length} failed`);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a folder to another name in the same parent folder. Returns the path of the copy. */
export async function copyBeside(folder, name) {
  const copy = join(dirname(folder), name);
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Calls `onSucceeded` with the key of each record that a command with `-o ndjson` reports as succeeded. */
export function watchSucceeded({ stdout }, onSucceeded, afterChunk = () => {}) {
  let rest = '';
  stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { event, key, outcome } = JSON.parse(line);
      if (event === 'result' && outcome === 'succeeded') onSucceeded(key);
    }
    afterChunk();
  });
}
