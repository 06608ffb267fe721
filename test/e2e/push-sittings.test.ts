import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCsv } from '../../src/input/csv/reader.ts';
import type { TableRow } from '../../src/input/port.ts';
import { openSource } from '../../src/input/source.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import {
  createLastingWorkspace,
  createWorkspace,
  digestsOf,
  FAULTY,
  FIXTURES,
  parseLines,
  SITTINGS,
} from '../support/cli/workspace.ts';

interface StoredSchedule {
  readonly Schedule: { readonly ScheduleExtId: string };
  readonly Candidates: readonly { readonly CandidateExtId: string }[];
}

const idOf = ({ Schedule }: StoredSchedule) => Schedule.ScheduleExtId;

/** The list of the fixture, pushed once for those who only look. */
async function push() {
  const workspace = await createLastingWorkspace();
  const past = new Set((await workspace.entries<StoredSchedule>('schedules')).map(idOf));
  return { ...workspace, past, ended: await workspace.run(['schedule', 'push', SITTINGS, '--upsert', '-o', 'ndjson']) };
}

let pushing: ReturnType<typeof push> | undefined;

function pushed(): ReturnType<typeof push> {
  pushing ??= push();
  return pushing;
}

describe('a sitting list', () => {
  it('becomes schedules with all their candidates, and pushed again changes not one byte', async () => {
    const { store, run, entries, past, ended } = await pushed();
    expect(ended).toMatchObject({ code: 0, stderr: `Sending to the local platform in ${store}\n` });
    const schedules = (await entries<StoredSchedule>('schedules')).filter((schedule) => !past.has(idOf(schedule)));
    expect(schedules).toHaveLength(40);
    expect(schedules.flatMap(({ Candidates }) => Candidates)).toHaveLength(2_000);

    const before = await digestsOf(store);
    const second = await run(['schedule', 'push', SITTINGS, '--upsert']);
    expect(second).toMatchObject({ code: 0, stdout: 'Nothing to change: all 40 schedules are as the file says.\n' });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('is rehearsed by a dry run, which leaves no trace', async () => {
    const { folder, store, run, json, file } = await createWorkspace();
    const list = await file('s.csv', csv([row(1), row(2), row(3, { ScheduleExtId: 'S-2' })]));
    const before = await digestsOf(folder);
    const { code, report, stderr } = await json(['schedule', 'push', list, '--upsert', '--dry-run']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(report).toMatchObject({ dryRun: true, rehearsal: 'engine', counts: { read: 2, create: 2, sent: 0 } });
    expect(new Set(report.results.map(({ outcome }) => outcome))).toEqual(new Set(['would-succeed']));
    expect(await digestsOf(folder)).toEqual(before);
    expect((await readdir(store)).filter((name) => name.includes('lock'))).toEqual([]);

    const text = await run(['schedule', 'push', list, '--dry-run']);
    expect(text.stdout).toContain('Dry run: nothing was changed.\n2 schedules with 3 candidates: 2 would be created.');
    expect(await digestsOf(folder)).toEqual(before);
  });
});

describe('a sitting list with mistakes', () => {
  it('does not change the store, and each finding has the place of its mistake', async () => {
    const { folder, json } = await createWorkspace();
    const before = await digestsOf(folder);
    const { code, report } = await json(['schedule', 'push', FAULTY, '--upsert']);
    expect(code).toBe(3);
    const { default: expected } = await import(`${FIXTURES}/sittings-faulty.expected.json`, { with: { type: 'json' } });
    expect(
      report.findings.map(({ line, column, code: number, rule, severity }) => ({
        line,
        column,
        code: number,
        rule,
        severity,
      })),
    ).toEqual(expected);
    expect(await digestsOf(folder)).toEqual(before);
  });

  it('returns its wrong records; when they are fixed and pushed, the store is the same', async () => {
    const clean = await pushed();
    const { run, json, file, entries, folder } = await createWorkspace();
    const rejects = join(folder, 'rejects.csv');
    const { code, report } = await json([
      'schedule',
      'push',
      FAULTY,
      '--upsert',
      '--skip-invalid',
      '--rejects',
      rejects,
    ]);
    expect(code).toBe(4);
    expect(report.counts.succeeded).toBe(report.counts.valid);
    expect(report.counts.invalid).toBeGreaterThan(0);
    const fixed = await file('fixed.csv', await fix(rejects));
    expect(await run(['schedule', 'push', fixed, '--upsert'])).toMatchObject({ code: 0 });
    const withoutLinks = (found: readonly object[]) => found.map((entry) => JSON.stringify(entry)).sort();
    for (const kind of ['schedules', 'users']) {
      expect(withoutLinks(await entries(kind))).toEqual(withoutLinks(await clean.entries(kind)));
    }
  });

  /** What a careful person would do: in the rejects file itself, write into the wrong cells what belongs there. */
  async function fix(rejects: string): Promise<string> {
    const [clean, faulty, wrong] = await Promise.all([SITTINGS, FAULTY, rejects].map(readTable));
    const sources = new Map(faulty?.rows.map(({ line, cells }, index) => [line, { cells, right: cleanRow(index) }]));
    const width = clean?.header.length ?? 0;
    function cleanRow(index: number) {
      return clean?.rows[index]?.cells ?? [];
    }
    const lines = (wrong?.rows ?? []).map(({ cells }) => {
      const { cells: before = [], right = [] } = sources.get(Number(cells.at(-5))) ?? {};
      const fixed = right.map((cell, index) => (before[index] === cell ? (cells[index] ?? '') : cell));
      return [...fixed, ...cells.slice(-5)];
    });
    expect(wrong?.header.slice(0, width)).toEqual(clean?.header);
    expect(lines.length).toBeGreaterThan(100);
    return csvText([wrong?.header ?? [], ...lines]);
  }
});

function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`).join('');
}

async function readTable(path: string) {
  const input = await openCsv(openSource(path, undefined), {});
  const rows: TableRow[] = [];
  for await (const found of input.rows) rows.push(found);
  return { header: input.header.names, rows };
}

it('the events of -o ndjson are one result for each schedule while it is made, and the summary last', async () => {
  const { code, stdout } = (await pushed()).ended;
  const events = parseLines<{ event: string; key?: string; counts?: object }>(stdout);
  expect(code).toBe(0);
  expect(events.map(({ event }) => event)).toEqual([...Array(40).fill('result'), 'summary']);
  expect(new Set(events.slice(0, 40).map(({ key }) => key)).size).toBe(40);
  expect(events.at(-1)?.counts).toMatchObject({ succeeded: 40, candidates: 2_000 });
});

it('what is written beside standard output is for its owner only', async () => {
  const { folder, store, run, file } = await createWorkspace();
  const args = ['--report', 'r.csv', '--report', 'r.json', '--rejects', 'rejects.csv'];
  await run(['schedule', 'push', await file('s.csv', csv([row(1, { Email: 'none' })])), ...args]);
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  for (const name of ['r.csv', 'r.json', 'rejects.csv']) expect(await modeOf(join(folder, name))).toBe('600');
  expect(await modeOf(store)).toBe('700');
  for (const name of await readdir(store)) expect(await modeOf(join(store, name))).toBe('600');
});
