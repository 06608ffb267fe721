/** The list of runs at a terminal, one line each, where only the command may be cut. If narrow, one line for each cell. */
import { displayWidth, shortenToWidth } from '../../output/terminal/display-width.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { listRecords } from '../../output/terminal/table.ts';
import type { RunSummary } from './run-states.ts';

const HEAD = ['run', 'begun (UTC)', 'command', 'done', 'state'];
const COMMAND = HEAD.indexOf('command');
const GAP = '  ';
const MIN_COMMAND = 8;

export function listRunLines(runs: readonly RunSummary[], { width, ascii }: Pick<Output, 'width' | 'ascii'>): string {
  const rows = [HEAD, ...runs.map(cellsOf)].map((row) => row.map((cell) => forTerminal(cell)));
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const others = widths.reduce((sum, column) => sum + column, 0) - (widths[COMMAND] ?? 0);
  const room = width === undefined ? Infinity : width - others - GAP.length * (HEAD.length - 1);
  if (width !== undefined && room < MIN_COMMAND) return [...listRecords(rows, width)].join('');
  const fitted = widths.map((own, column) => (column === COMMAND ? Math.min(own, room) : own));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const limit = fitted[column] ?? 0;
        const shown = column === COMMAND ? shortenToWidth(cell, limit, ascii) : cell;
        return shown + ' '.repeat(Math.max(0, limit - displayWidth(shown)));
      })
      .join(GAP)
      .trimEnd();
  return rows.map((row) => `${lineOf(row)}\n`).join('');
}

function cellsOf({ run, at, command, succeeded, intended, state }: RunSummary): string[] {
  return [run, at.slice(0, 'YYYY-MM-DDTHH:mm'.length).replace('T', ' '), command, `${succeeded}/${intended}`, state];
}
