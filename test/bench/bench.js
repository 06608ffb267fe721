// Measures every row of the goals beside its peers, in turns: `npm run bench`. `--rows users-200k,sync-50k` picks rows,
// `--runs N` (3) turns, `--json FILE` and `--markdown FILE` write the table, `--page` puts it into docs/project/benchmarks.md.
// `--short` does all with few records: it compares what was done, and no times. Exits with 1 where a goal is not met, or,
// whatever is asked for, where two sides did not do the same.
import { writeSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureRow } from './measure-row.js';
import { stopServers } from './processes.js';
import { ROWS } from './rows.js';
import { toMarkdown, toText } from './table.js';

const PAGE = fileURLToPath(new URL('../../docs/project/benchmarks.md', import.meta.url));

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    runs: { type: 'string', default: '3' },
    short: { type: 'boolean', default: false },
    json: { type: 'string' },
    markdown: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const names = values.rows?.split(',') ?? ROWS.map(({ name }) => name);
const unknown = names.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0)
  throw new Error(`No such row: ${unknown.join(', ')}. Rows: ${ROWS.map(({ name }) => name).join(', ')}`);

const workspace = await mkdtemp(join(tmpdir(), 'examctl-bench-'));
let where = 'before the first row';
let isOver = false;
// Whatever ends the benchmark, it says so: an error that nobody waited for, a signal, or a wait for what never comes.
process.once('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => fail(`stopped by ${signal}`));
process.once('exit', (code) => {
  stopServers();
  if (!isOver) tell(`ended with ${code} and waited for something that never came`);
});
try {
  await measureAll();
} catch (error) {
  fail(error);
}

async function measureAll() {
  try {
    const results = [];
    for (const row of ROWS.filter(({ name }) => names.includes(name))) {
      where = `in the row ${row.name}`;
      const folder = join(workspace, row.name);
      await mkdir(folder);
      console.error(`${row.name} ...`);
      results.push(...(await measureRow(row, { folder, runs: Number(values.runs), short: values.short })));
      // A file of a million users is of no use to the next row.
      await rm(folder, { recursive: true });
    }
    where = 'after the last row';
    console.log(toText(results));
    if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
    if (values.markdown) await writeFile(values.markdown, toMarkdown(results));
    if (values.page) await writePage(toMarkdown(results));
    if (!values.short && results.some(({ isMet }) => isMet === false)) process.exitCode = 1;
    isOver = true;
  } finally {
    // What cannot be removed must not take the place of an error.
    await rm(workspace, { recursive: true, force: true }).catch((error) => console.error(error.message));
  }
}

function fail(error) {
  tell(error?.stack ?? String(error));
  isOver = true;
  process.exit(1);
}

/** Written before the process goes on, also if the reader of a pipe is slow. */
function tell(reason) {
  let left = Buffer.from(`bench failed ${where}: ${reason}\n`);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(process.stderr.fd, left));
    } catch (error) {
      if (error.code !== 'EAGAIN') return;
    }
  }
}

/** Between its two marks. */
async function writePage(table) {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(
    PAGE,
    page.replace(/(<!-- table -->\n)[\s\S]*(<!-- end of table -->)/, (_, begin, end) => `${begin}\n${table}\n${end}`),
  );
}
