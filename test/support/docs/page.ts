/**
 * Runs the commands of a documentation page: every line of its `sh` blocks, in their order. A comment names an exit code
 * that is not 0: `# exits 3`. Pages also use curl and jq.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { freePort } from '../http/free-port.ts';
import { sittingsWorkbook } from '../xlsx/sittings-workbook.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Step {
  readonly command: string;
  readonly exitCode: number;
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

export interface RanPage {
  readonly folder: string;
  readonly stdout: string;
  /** The exit code of each step; `undefined` if the shell did not reach the step. */
  readonly exitCodes: readonly (number | undefined)[];
  remove(): Promise<void>;
}

/** The time limit: a page has some ten runs of the program, and other tests run at the same time. */
export const PAGE_TIMEOUT_MS = 180_000;

/** The port in the pages. A free port replaces it in the run. */
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
 * Runs all steps in one shell, as a reader types them, in a new folder with the fixtures. If the page does not count
 * candidates, sitting lists with few candidates per schedule are enough.
 */
export async function runSteps(steps: readonly Step[], { isShort = false } = {}): Promise<RanPage> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  await cp(join(ROOT, 'fixtures'), join(folder, 'fixtures'), { recursive: true });
  if (isShort) await shortenFixtures(join(folder, 'fixtures'));
  for (const name of ['bin', 'dist', 'node_modules', 'package.json'])
    await symlink(join(ROOT, name), join(folder, name));
  const { stdout, exitCodes } = await runScript(folder, steps.flatMap(toScript));
  return {
    folder,
    stdout,
    exitCodes: steps.map((_, index) => exitCodes[index]),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Runs lines in a shell with the program on its path. The lines write exit codes to the descriptor 3. */
export async function runScript(folder: string, lines: readonly string[]) {
  const path = await putOnPath(join(folder, 'path'));
  const port = String(await freePort());
  const script = ['exec 3> path/exit-codes', "trap 'kill $(jobs -p) 2> /dev/null' EXIT", ...lines];
  const stdout = await new Promise<string>((resolve) => {
    const env = { ...withoutSettings(process.env), PATH: `${path}:${process.env['PATH'] ?? ''}` };
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const text = script.join('\n').replaceAll(PAGE_PORT, port);
    execFile('bash', ['-c', text], options, (_error, out) => resolve(out)).stdin?.end();
  });
  const codes = (await readFile(join(path, 'exit-codes'), 'utf8')).trimEnd().split('\n');
  const withPagePort = (text: string) => text.replaceAll(port, PAGE_PORT);
  return { stdout: withPagePort(stdout), exitCodes: codes.map(Number), withPagePort };
}

const FEW_CANDIDATES = 4;

/** Keeps the first candidates of each schedule. */
async function shortenFixtures(folder: string): Promise<void> {
  for (const name of ['sittings-faulty.csv', 'sittings.csv']) {
    const seen = new Map<string, number>();
    // A row begins with the id of its schedule. Any other line continues a cell.
    const rows = (await readFile(join(folder, name), 'utf8')).split(/(?<=\r\n)(?=[A-Z]+-\d+-\d+-\d+;)/);
    const few = rows.filter((row) => {
      const schedule = row.slice(0, row.indexOf(';'));
      seen.set(schedule, (seen.get(schedule) ?? 0) + 1);
      return (seen.get(schedule) ?? 0) <= FEW_CANDIDATES;
    });
    await writeFile(join(folder, name), few.join(''));
  }
  const records: string[][] = parse(await readFile(join(folder, 'sittings.csv')), { bom: true, delimiter: ';' });
  await writeFile(join(folder, 'sittings.xlsx'), sittingsWorkbook(records));
}

/** A background command has started when it has printed something, to a file of its own where it names one. */
export function toScript({ command }: Step): string[] {
  const [, begun = '', file = 'background'] = /^(.*?[^&>])(?:> (\S+) )?&$/.exec(command) ?? [];
  const writeExitCode = ['echo $? >&3'];
  if (begun === '') return [command, ...writeExitCode];
  const waitForOutput = `for _ in {1..200}; do [ -s ${file} ] && break; sleep 0.1; done; cat ${file}; [ -s ${file} ]`;
  return [`rm -f ${file}`, `${begun} > ${file} &`, waitForOutput, ...writeExitCode];
}

/** Creates the command `examctl`, as `npm link` does. */
async function putOnPath(folder: string): Promise<string> {
  await mkdir(folder);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/examctl.js')}" "$@"\n`;
  await writeFile(join(folder, 'examctl'), program, { mode: 0o755 });
  return folder;
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('EXAMCTL_')));
}
