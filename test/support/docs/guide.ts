/**
 * Runs a guide as its reader does, in an empty folder: a block with a name (```csv students.csv) is written to that file,
 * the lines of `sh` are typed, and a `text` block is what the `sh` block above it prints. In it, a line `…` stands for
 * any lines, and … within a line for any text.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block, runScript, type Step, stepsOf, toScript } from './page.ts';

interface RanBlock {
  readonly steps: readonly (Step & { readonly ended: number })[];
  readonly output: string;
  /** What the page shows of the output. */
  readonly shown: readonly string[];
}

export async function runGuide(blocks: readonly Block[]): Promise<RanBlock[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'));
  try {
    const scripts = await Promise.all(blocks.map((block, index) => scriptOf(block, index, folder)));
    const { exitCodes, withPagePort } = await runScript(folder, scripts.flat());
    const ran: RanBlock[] = [];
    for (const [index, block] of blocks.entries()) {
      if (block.language !== 'sh') continue;
      const next = blocks.slice(index + 1).findIndex(({ language }) => language !== 'text');
      const shown = blocks.slice(index + 1, next === -1 ? undefined : index + 1 + next).map(({ text }) => text);
      const output = withPagePort(await readFile(join(folder, `out-${index}`), 'utf8')).replaceAll('\r', '');
      // What curl prints may end without a line end.
      ran.push({
        steps: stepsOf([block]).map((step) => ({ ...step, ended: exitCodes.shift() ?? -1 })),
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
    await writeFile(join(folder, `block-${index}`), block.text);
    return [`mkdir -p "$(dirname ${name})" && mv block-${index} ${name}`];
  }
  return stepsOf([block]).flatMap((step) => ['{', ...toScript(step), `} >> out-${index} 2>&1`]);
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
