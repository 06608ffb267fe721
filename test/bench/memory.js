// Checks a list of 1,000,000 candidates with the built program, and reads the same file with nothing but csv-parse, in
// the same run. Fails where the program holds more than the limit. `memory.js 200000` for another number of rows.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRun } from '../support/bench/measured-run.js';
import { importBundled } from '../support/import-bundled.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROWS = Number(process.argv[2] ?? 1_000_000);
const LIMIT_MB = 300;

/** What one would write by hand to read the file: no columns, no checks, no findings. */
const PEER = `
  import { createReadStream } from 'node:fs';
  import { parse } from 'csv-parse';
  let rows = 0;
  for await (const row of createReadStream(process.argv[1]).pipe(parse({ columns: true }))) rows += row ? 1 : 0;
  console.log(rows);
`;

const folder = await mkdtemp(join(tmpdir(), 'examctl-memory-'));
try {
  const file = join(folder, 'candidates.csv');
  await writeCandidates(file);
  console.log(`${ROWS.toLocaleString('en')} rows, ${Math.round((await stat(file)).size / 1e6)} MB`);
  const peer = await measureRun(['--input-type=module', '-e', PEER, file], { cwd: root });
  print('csv-parse alone', peer);
  const ours = await measureRun([`${root}bin/examctl.js`, 'validate', 'candidates', file], { cwd: folder });
  print('examctl validate', ours);
  console.log(`ratio of times: ${(ours.seconds / peer.seconds).toFixed(1)}`);
  const isValid = ours.code === 0 && ours.stdout.includes(`${ROWS.toLocaleString('en')} candidates are valid`);
  if (!isValid) console.log(`the check ended with ${ours.code}: ${ours.stdout}${ours.stderr}`);
  const fits = ours.peakMb <= LIMIT_MB;
  console.log(`${fits ? 'within' : 'OVER'} the limit of ${LIMIT_MB} MB`);
  process.exitCode = isValid && fits ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function print(what, { seconds, peakMb }) {
  const rate = Math.round(ROWS / seconds).toLocaleString('en');
  console.log(`${what}: ${seconds.toFixed(1)} s, ${rate} rows/s, ${Math.round(peakMb)} MB at most`);
}

async function writeCandidates(file) {
  const { writeCandidatesCsv } = await importBundled('test/support/generate/sittings.ts');
  await writeCandidatesCsv(file, { seed: 7, rows: ROWS });
}
