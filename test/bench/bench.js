// Measures every row of the goals beside its peers, in turns: `npm run bench`. `--rows users-200k,sync-50k` picks rows,
// `--runs N` (3) turns, `--json FILE` and `--markdown FILE` write the table, `--page` puts it into docs/project/benchmarks.md.
// `--short` does all with few records: it compares what was done, and no times. Exits with 1 where a goal is not met, or,
// whatever is asked for, where two sides did not do the same.
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
process.once('exit', stopServers);
try {
  const results = [];
  for (const row of ROWS.filter(({ name }) => names.includes(name))) {
    const folder = join(workspace, row.name);
    await mkdir(folder);
    console.error(`${row.name} ...`);
    results.push(...(await measureRow(row, { folder, runs: Number(values.runs), short: values.short })));
    // A file of a million users is of no use to the next row.
    await rm(folder, { recursive: true });
  }
  console.log(toText(results));
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
  if (values.markdown) await writeFile(values.markdown, toMarkdown(results));
  if (values.page) await writePage(toMarkdown(results));
  if (!values.short && results.some(({ isMet }) => isMet === false)) process.exitCode = 1;
} finally {
  await rm(workspace, { recursive: true, force: true });
}

/** Between its two marks. */
async function writePage(table) {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(
    PAGE,
    page.replace(/(<!-- table -->\n)[\s\S]*(<!-- end of table -->)/, (_, begin, end) => `${begin}\n${table}\n${end}`),
  );
}
