/**
 * Runs a guide as its reader does, in an empty folder: a block with a name (```csv students.csv) is written to that file,
 * the lines of `sh` are typed, and a `text` block is what the `sh` block above it prints. In it, a line `…` stands for
 * any lines, and … within a line for any text.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../http/free-port.ts';
import { type Block, PAGE_PORT, putOnPath, type Step, stepsOf, toScript, withoutSettings } from './page.ts';

interface RanBlock {
  readonly steps: readonly (Step & { readonly ended: number })[];
  readonly output: string;
  /** What the page shows of the output. */
  readonly shown: readonly string[];
}

export async function runGuide(blocks: readonly Block[]): Promise<RanBlock[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'));
  try {
    const path = await putOnPath(join(folder, 'path'));
    const port = String(await freePort());
    const script = [
      'exec 3> path/exit-codes',
      "trap 'kill $(jobs -p) 2> /dev/null' EXIT",
      ...(await Promise.all(blocks.map((block, index) => scriptOf(block, index, folder)))).flat(),
    ];
    const env = { ...withoutSettings(process.env), PATH: `${path}:${process.env['PATH'] ?? ''}` };
    await new Promise<void>((resolve) => {
      const text = script.join('\n').replaceAll(PAGE_PORT, port);
      execFile('bash', ['-c', text], { cwd: folder, env }, () => resolve()).stdin?.end();
    });
    const codes = (await readFile(join(path, 'exit-codes'), 'utf8')).trimEnd().split('\n').map(Number);
    const ran: RanBlock[] = [];
    for (const [index, block] of blocks.entries()) {
      if (block.language !== 'sh') continue;
      const next = blocks.slice(index + 1).findIndex(({ language }) => language !== 'text');
      const shown = blocks.slice(index + 1, next === -1 ? undefined : index + 1 + next).map(({ text }) => text);
      const output = (await readFile(join(path, `out-${index}`), 'utf8'))
        .replaceAll(port, PAGE_PORT)
        .replaceAll('\r', '');
      // What curl prints may end without a line end.
      ran.push({
        steps: stepsOf([block]).map((step) => ({ ...step, ended: codes.shift() ?? -1 })),
        output: `${output}\n`,
        shown,
      });
    }
    return ran;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function scriptOf(block: Block, index: number, folder: string): Promise<string[]> {
  const [, name] = block.language.split(' ');
  if (name !== undefined) {
    await writeFile(join(folder, 'path', `block-${index}`), block.text);
    return [`mkdir -p "$(dirname ${name})" && cp path/block-${index} ${name}`];
  }
  return stepsOf([block]).flatMap((step) => ['{', ...toScript(step), `} >> path/out-${index} 2>&1`]);
}

/** The output that a `text` block shows, as an expression. */
export function shownAs(text: string): RegExp {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*')}\\n`));
  return new RegExp(`^${lines.join('')}`, 'm');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
