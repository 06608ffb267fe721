/** The results as one table, for a terminal and for a page. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';

const HEADER = ['Row', 'Work', 'examctl', 'Memory', 'Peer', 'Its time', 'Ratio', 'Goal', 'Met'];

const VERDICTS = new Map([
  [true, 'yes'],
  [false, 'NO'],
  [undefined, 'not measured'],
]);

export function toText(results) {
  const lines = [HEADER, ...results.map(cellsOf)];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function toMarkdown(results) {
  const rows = [HEADER, HEADER.map(() => '---'), ...results.map(cellsOf)];
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const origin = `Measured on ${new Date().toISOString().slice(0, 10)} at ${commit} with Node ${process.versions.node}: ${machine}.`;
  return `${origin}\n\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

function cellsOf({ seconds, peakMb, peerSeconds, ratio, isMet, missing, ...row }) {
  const { name, work, size, peer, kind, goal, limitMb, limitSeconds } = row;
  return [
    name,
    size === 0 ? work : `${work}: ${size.toLocaleString('en')}`,
    seconds === undefined ? '-' : time(seconds),
    !peakMb ? '-' : `${Math.round(peakMb)} MB`,
    peer,
    missing === undefined ? time(peerSeconds) : '-',
    missing === undefined ? ratio.toFixed(2) : '-',
    [`${kind} ${goal}`, limitMb && `${limitMb} MB`, limitSeconds && `${limitSeconds} s`].filter(Boolean).join(', '),
    missing === undefined ? VERDICTS.get(isMet) : missing,
  ];
}

function time(seconds) {
  return seconds < 1 ? `${(seconds * 1_000).toFixed(seconds < 0.1 ? 1 : 0)} ms` : `${seconds.toFixed(1)} s`;
}
