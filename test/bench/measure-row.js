/** Measures one row: its sides in turns, so that a slow moment of the machine is one for all of them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { INSTALLED_APART } from './names.js';

const PEERS = fileURLToPath(new URL('peers', import.meta.url));
/** Of a short run: enough for every kind of row to occur. */
const SHORT_SIZE = 120;

/** One result for each goal. A row that cannot be measured here says what is `missing`. */
export async function measureRow(row, { folder, runs, short }) {
  if (row.missing !== undefined) return row.goals.map((goal) => ({ ...row, ...goal, goal: goal.ratio }));
  const size = short ? Math.min(row.size, SHORT_SIZE) : row.size;
  const { examctl, ...peers } = await row.sides({ ...row, size, folder });
  const goals = row.goals.map((goal) => ({ ...goal, short, missing: missingPackageOf(goal.peer) }));
  const present = goals.filter(({ missing }) => missing === undefined).map(({ peer }) => peer);
  const sides = [...examctl, ...present.map((peer) => peers[peer])];
  for (const side of sides) await side.prepare?.();
  const turns = short ? 1 : runs * (row.turns ?? 1);
  const measured = await takeTurns(row, sides, turns);
  const ours = measured.slice(0, examctl.length);
  return goals.map((goal) =>
    resultOf({ ...row, size }, goal, ours, measured[examctl.length + present.indexOf(goal.peer)]),
  );
}

async function takeTurns(row, sides, turns) {
  const measured = sides.map(() => ({ seconds: [], peakMb: 0 }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, side] of sides.entries()) {
      const { seconds, peakMb = 0, count } = await side.turn();
      if (count !== side.count) throw new Error(`${row.name}: a side counted ${count} and not ${side.count}`);
      measured[index].seconds.push(seconds);
      measured[index].peakMb = Math.max(measured[index].peakMb, peakMb);
    }
  }
  return measured;
}

/** Of several commands the one counts that is the slowest. */
function resultOf(
  { name, work, size, limitMb, limitSeconds },
  { peer, kind, ratio: goal, missing, short },
  ours,
  theirs,
) {
  const slowest = ours.toSorted((a, b) => median(b.seconds) - median(a.seconds))[0];
  const peakMb = Math.max(...ours.map((side) => side.peakMb));
  const result = {
    name,
    work,
    size,
    peer,
    goal,
    kind,
    limitMb,
    limitSeconds,
    seconds: median(slowest.seconds),
    peakMb,
  };
  if (missing !== undefined) return { ...result, missing };
  // Each turn beside its own: what slows the machine for a while slows both.
  const ratios = slowest.seconds.map((seconds, turn) =>
    kind === 'at least' ? theirs.seconds[turn] / seconds : seconds / theirs.seconds[turn],
  );
  const ratio = median(ratios);
  const isFastEnough = kind === 'at least' ? ratio >= goal : ratio <= goal;
  const fits = peakMb <= (limitMb ?? Infinity) && result.seconds <= (limitSeconds ?? Infinity);
  // A few records say nothing about time.
  const isMet = short ? undefined : isFastEnough && fits;
  return { ...result, peerSeconds: median(theirs.seconds), ratio, isMet };
}

function missingPackageOf(peer) {
  const name = INSTALLED_APART[peer];
  if (name === undefined || existsSync(`${PEERS}/node_modules/${name}`)) return undefined;
  return `${name} is not installed: npm install --prefix test/bench/peers`;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
