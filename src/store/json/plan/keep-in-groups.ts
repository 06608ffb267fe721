import { lastUpTo } from '../../../base/lists/sorted.ts';
import { StoreError } from '../../../errors.ts';
import type { KeepOptions } from '../../port.ts';
import { entityText } from '../../transaction.ts';
import type { ActiveGeneration } from '../generation/active-generation.ts';
import type { Generation } from '../generation/generation.ts';
import type { Layer } from '../generation/layer.ts';
import type { Place } from '../keys/key-table.ts';
import {
  encodeLines,
  linesOf,
  type PlacedKey,
  type RecordChange,
  type RecordKey,
  readLineKey,
  valueOfLine,
} from '../log/record-lines.ts';
import { type LogPosition, scanLog } from '../log/scan.ts';
import { GROUP_BYTES } from '../log/writer.ts';
import type { PlannedKeys } from './planned-keys.ts';
import type { Spool } from './spool.ts';

/** The net changes of planned transactions: their lines in order, the last place of each key, and their sizes. */
export interface Planned {
  readonly spool: Spool;
  readonly layer: Layer<PlannedKeys>;
  readonly size: number;
  readonly bytesOf: (transaction: number) => number;
  readonly linesOf: (transaction: number) => number;
}

/** The largest number of transactions in a group. */
const GROUP_TRANSACTIONS = 2_000;
/** About the largest number of texts in a group that must be finished first. A signal to stop waits for one group. */
const GROUP_FINISHED = 64;

/** Transactions that are committed together. */
interface Group {
  /** The number of transactions up to the end of the group. */
  readonly end: number;
  readonly bytes: number;
  readonly lines: number;
}

/** The committed form of a group. */
interface GroupBody {
  readonly parts: readonly Buffer[];
  readonly lines: number;
  /** The number of bytes at its beginning that are unchanged from the plan. */
  readonly copied: number;
  /** The keys of the lines after these bytes, for the offset of the body. */
  readonly changed: (offset: number) => Iterable<PlacedKey>;
}

/** A stretch of the plan's lines that was copied to the log without change. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

const NO_STRETCH: Stretch = { from: 0, to: 0, bytes: 0 };

/** Commits a plan, group by group. */
export async function keepPlan(plan: Planned, active: ActiveGeneration, options: KeepOptions): Promise<void> {
  const begin = active.end();
  const stretches: Stretch[] = [];
  let kept = 0;
  try {
    for (let offset = 0; kept < plan.size && !options.signal?.aborted; ) {
      const { group, raw } = nextGroup(plan, kept, offset, options.marker);
      const { parts, lines, copied, changed } = await bodyOf(raw, group, options);
      const { commit, bodyOffset } = active.append(parts, lines);
      await active.durable(commit);
      for (const { key, place } of changed(bodyOffset)) show(active.generation, key, place);
      stretches.push({ from: offset, to: bodyOffset, bytes: copied });
      kept = group.end;
      offset += group.bytes;
      options.onKept?.(kept);
    }
  } finally {
    if (kept === plan.size) showPlanned(plan, active.generation, stretches);
    else if (!active.failure()) await showLogged(active.generation, begin);
  }
}

/** The next group, and its planned lines. */
function nextGroup(plan: Planned, first: number, offset: number, marker: string | undefined) {
  const whole = groupOf(plan, first, GROUP_BYTES);
  const raw = plan.spool.bytes(offset, whole.bytes);
  const last = marker === undefined ? -1 : lastOfFew(raw, marker);
  const group = last === -1 ? whole : groupOf(plan, first, last + 1);
  return { group, raw: raw.subarray(0, group.bytes) };
}

/** A group of transactions with about `limit` bytes, and at least one transaction. */
function groupOf({ size, bytesOf, linesOf: linesIn }: Planned, first: number, limit: number): Group {
  let [end, bytes, lines] = [first, 0, 0];
  while (end < size && end < first + GROUP_TRANSACTIONS && bytes < limit) {
    bytes += bytesOf(end);
    lines += linesIn(end);
    end += 1;
  }
  return { end, bytes, lines };
}

/** The offset of the marker in the last of the first few texts with a marker; -1 if fewer texts have one. */
function lastOfFew(raw: Buffer, marker: string): number {
  let at = -1;
  for (let found = 0; found < GROUP_FINISHED; found += 1) {
    at = raw.indexOf(marker, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

async function bodyOf(raw: Buffer, group: Group, options: KeepOptions): Promise<GroupBody> {
  const { marker, finish, progress } = options;
  const report = progress?.(group.end);
  const own = report ? [{ ...report, after: entityText(report.entity, report.kind, report.id) }] : [];
  if (marker === undefined || finish === undefined || !raw.includes(marker)) {
    const { lines, places } = encodeLines(own);
    return {
      parts: [raw, ...lines],
      lines: group.lines + own.length,
      copied: raw.length,
      changed: (offset) => places(offset + raw.length),
    };
  }
  const changes = [...(await finishTexts(raw, marker, finish)), ...own];
  const { lines: parts, places } = encodeLines(changes);
  return { parts, lines: changes.length, copied: 0, changed: places };
}

async function finishTexts(
  raw: Buffer,
  marker: string,
  finish: NonNullable<KeepOptions['finish']>,
): Promise<RecordChange[]> {
  const changes = [...linesOf(raw)].map((line) => changeOf(line.toString('utf8')));
  const isUnfinished = ({ after }: RecordChange) => after?.includes(marker) === true;
  const texts = changes.filter(isUnfinished).map(({ after }) => after ?? '');
  const finished = texts.length === 0 ? [] : await finish(texts);
  if (finished.length !== texts.length) throw new StoreError('A plan was finished with too few or too many texts');
  const next = finished.values();
  return changes.map((change) => (isUnfinished(change) ? { ...change, after: next.next().value } : change));
}

function changeOf(line: string): RecordChange {
  const key = readLineKey(line);
  if (key === undefined) throw new StoreError('A line of the plan is no record');
  return { kind: key.kind, id: key.id, after: valueOfLine(line, key) };
}

function show({ tail, hashOf }: Generation, key: RecordKey, place: Place): void {
  tail.set(key.kind, hashOf(key.id), place, () => key);
}

/** Shows the whole plan in the state without reading it: the new place of each line follows from its stretch. */
function showPlanned({ layer }: Planned, { tail }: Generation, stretches: readonly Stretch[]): void {
  for (const [kind, table] of layer.tables) {
    tail.tableFor(kind).reserve(table.size);
    for (const { hash, place } of table.entries()) {
      const { from, to, bytes } = lastUpTo(stretches, place.offset, (one) => one.from) ?? NO_STRETCH;
      // Changed lines are shown already.
      if (place.offset >= from + bytes) continue;
      const moved = { ...place, offset: place.offset - from + to };
      tail.set(kind, hash, moved, () => layer.keyAt(place));
    }
    layer.tables.delete(kind);
  }
}

/** Shows the commits of the log after a position in the state. */
async function showLogged(generation: Generation, from: LogPosition): Promise<void> {
  await scanLog(generation.log.file, generation.log.path, from, (lines) => {
    for (const { key, place } of lines) show(generation, key, place);
  });
}
