/**
 * A page of the documentation and its commands: every line of its `sh` blocks, in their order. A command that does not
 * end with 0 says so: `# exits 3`. Pages use curl and jq as well.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sittingRows } from '../generate/sittings.ts';
import { SITTING_LIST } from '../generate/write-fixtures.ts';
import { sittingsWorkbook } from '../xlsx/sittings-workbook.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Step {
  readonly command: string;
  readonly exitCode: number;
}

interface Block {
  readonly language: string;
  readonly text: string;
}

export interface RanPage {
  readonly folder: string;
  readonly stdout: string;
  /** Of each step; `undefined` where the shell has not come so far. */
  readonly exitCodes: readonly (number | undefined)[];
  remove(): Promise<void>;
}

/** A page is some ten runs of the program, one after the other, beside all other tests. */
export const PAGE_TIMEOUT_MS = 180_000;

/** The port that the pages name. While they are run, a free one takes its place. */
const PAGE_PORT = '8787';

export async function readBlocks(page: string): Promise<Block[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

export function stepsOf(blocks: readonly Block[]): Step[] {
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) =>
      text
        .trimEnd()
        .replaceAll(/ *\\\n */g, ' ')
        .split('\n'),
    );
  return lines.map((line) => {
    const [, command = line, exitCode = '0'] = /^(.*?)\s+# exits (\d+)$/.exec(line) ?? [];
    return { command, exitCode: Number(exitCode) };
  });
}

/**
 * Runs the steps as a reader does who types them into one shell, in a folder of its own beside the fixtures. Sitting
 * lists with few candidates in each schedule do for a page that does not count them.
 */
export async function runSteps(steps: readonly Step[], { isShort = false } = {}): Promise<RanPage> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  await cp(join(ROOT, 'fixtures'), join(folder, 'fixtures'), { recursive: true });
  if (isShort) await shortenFixtures(join(folder, 'fixtures'));
  for (const name of ['bin', 'dist', 'node_modules', 'package.json'])
    await symlink(join(ROOT, name), join(folder, name));
  const path = await putOnPath(join(folder, 'path'));
  const port = await freePort();
  const script = ['exec 3> exit-codes', "trap 'kill $(jobs -p) 2> /dev/null' EXIT", ...steps.flatMap(toScript)];
  const stdout = await new Promise<string>((resolve) => {
    const env = { ...withoutSettings(process.env), PATH: `${path}:${process.env['PATH'] ?? ''}` };
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const text = script.join('\n').replaceAll(PAGE_PORT, port);
    execFile('bash', ['-c', text], options, (_error, out) => resolve(out)).stdin?.end();
  });
  const codes = (await readFile(join(folder, 'exit-codes'), 'utf8')).trimEnd().split('\n').map(Number);
  return {
    folder,
    stdout: stdout.replaceAll(port, PAGE_PORT),
    exitCodes: steps.map((_, index) => codes[index]),
    remove: () => rm(folder, { recursive: true }),
  };
}

const FEW_CANDIDATES = 4;

async function shortenFixtures(folder: string): Promise<void> {
  for (const name of ['sittings.csv', 'sittings-faulty.csv']) {
    const text = await readFile(join(folder, name), 'utf8');
    // A row begins with the id of its schedule; a line that does not is the rest of a cell.
    const rows = text.split(/(?<=\r\n)(?=[A-Z]+-\d+-\d+-\d+;)/);
    await writeFile(join(folder, name), shortened(rows, (row) => row.slice(0, row.indexOf(';'))).join(''));
  }
  const rows = shortened([...sittingRows(SITTING_LIST)], ([id = '']) => id);
  await writeFile(join(folder, 'sittings.xlsx'), sittingsWorkbook(rows));
}

/** Of each schedule, the first few candidates stay. */
function shortened<Row>(rows: readonly Row[], scheduleOf: (row: Row) => string): Row[] {
  const seen = new Map<string, number>();
  return rows.filter((row) => {
    const count = (seen.get(scheduleOf(row)) ?? 0) + 1;
    seen.set(scheduleOf(row), count);
    return count <= FEW_CANDIDATES;
  });
}

/** What goes on in the background has begun when it has said something. */
function toScript({ command }: Step): string[] {
  const [, begun] = /^(.*[^&])&$/.exec(command) ?? [];
  const told = ['echo $? >&3'];
  if (begun === undefined) return [command, ...told];
  const said = 'for _ in {1..200}; do [ -s background ] && break; sleep 0.1; done; cat background; [ -s background ]';
  return ['rm -f background', `${begun} > background &`, said, ...told];
}

/** `examctl` as `npm link` gives it. */
async function putOnPath(folder: string): Promise<string> {
  await mkdir(folder);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/examctl.js')}" "$@"\n`;
  await writeFile(join(folder, 'examctl'), program, { mode: 0o755 });
  return folder;
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('EXAMCTL_')));
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(String(port)));
    });
  });
}
