import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCsv } from '../../src/input/csv/reader.ts';
import type { TableRow } from '../../src/input/port.ts';
import { openSource } from '../../src/input/source.ts';
import { amount } from '../support/amount.ts';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';
import { writeUsersCsv } from '../support/generate/users.ts';

const REFUSED = 50;
/** Of so many users one is refused: an even number. */
const EACH = 2 * amount(5, 50);
const USERS = REFUSED * EACH;
const COUNT = USERS.toLocaleString('en');
const SYNC = ['user', 'sync', 'users.csv'];

const NOBODY = { LastName: 'Other', FirstName: 'Other' };

type Cells = Record<string, string>;

async function readRows(path: string): Promise<{ header: readonly string[]; rows: (Cells & { line: string })[] }> {
  const input = await openCsv(openSource(path, undefined), {});
  const { names } = input.header;
  const rows: TableRow[] = [];
  for await (const row of input.rows) rows.push(row);
  const toCells = ({ line, cells }: TableRow) => ({
    ...Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
    line: String(line),
  });
  return { header: names, rows: rows.map(toCells) };
}

describe('many users with hierarchies, labels and addresses', () => {
  it('are sent once: the second sync sends nothing, says so, and changes not one byte', async () => {
    const { folder, store, run, json } = await createWorkspace();
    await writeUsersCsv(join(folder, 'users.csv'), { seed: 11, users: USERS });
    const first = await run(SYNC);
    expect(first).toMatchObject({ code: 0, stdout: `${COUNT} users: ${COUNT} created.\n` });
    const before = await digestsOf(store);
    expect(await run(SYNC)).toMatchObject({
      code: 0,
      stdout: `Nothing to change: all ${COUNT} users are as the file says.\n`,
    });
    const { report } = await json(SYNC);
    expect(report.counts).toMatchObject({ read: USERS, valid: USERS, unchanged: USERS, sent: 0, failed: 0 });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('of which the engine refuses 50: the others are in, each of the 50 is named, and fixed they are accepted', async () => {
    const { folder, json, entries, file } = await createWorkspace();
    const path = join(folder, 'users.csv');
    await writeUsersCsv(path, { seed: 12, users: USERS });
    const others = Array.from({ length: REFUSED }, (_, n) => ({
      ...NOBODY,
      ExternalId: `other-${n}`,
      UserName: `taken-${n}`,
    }));
    await file('others.csv', csv(others));
    expect((await json(['user', 'sync', 'others.csv'])).code).toBe(0);
    const { header, rows } = await readRows(path);
    const expected = new Map<string, { code: number; stored: boolean; fixed: Cells }>();
    const faulty = rows.map(({ line, ...cells }, index) => {
      const kind = index % EACH === EACH / 2 ? ((index / EACH) % 3) | 0 : undefined;
      if (kind === undefined) return cells;
      expected.set(line, { code: [241, 214, 131][kind] ?? 0, stored: kind === 2, fixed: cells });
      return {
        ...cells,
        ...[{ Role: 'Rector' }, { UserName: `taken-${expected.size - 1}` }, { Hierarchies: 'NOWHERE' }][kind],
      };
    });
    expect(expected.size).toBe(REFUSED);
    await writeFile(path, csv(faulty));

    const taken = ['--accept', 'user.user-name.known'];
    const { code, report } = await json([...SYNC, '--rejects', 'fix.csv', ...taken]);
    expect(code).toBe(4);
    const refused = report.findings.filter(({ severity }) => severity === 'error');
    expect(report.counts).toMatchObject({
      read: USERS,
      valid: USERS,
      sent: USERS,
      succeeded: USERS - REFUSED,
      failed: REFUSED,
    });
    expect(refused.map(({ line, code: number }) => [String(line), number])).toEqual(
      [...expected].map(([line, { code: number }]) => [line, number]),
    );
    for (const { message, column } of refused)
      expect([message.length > 10, column]).toEqual([true, expect.any(String)]);
    const ids = new Set((await entries<{ ExternalId: string }>('users')).map(({ ExternalId }) => ExternalId));
    for (const [, { stored, fixed }] of expected) expect(ids.has(fixed['ExternalId'] ?? '')).toBe(stored);
    expect(rows.filter(({ ExternalId = '' }) => ids.has(ExternalId))).toHaveLength(
      USERS - [...expected.values()].filter(({ stored }) => !stored).length,
    );

    const rejects = await readRows(join(folder, 'fix.csv'));
    expect(rejects.header).toEqual([...header, '_line', '_code', '_field', '_message', '_suggestion']);
    expect(rejects.rows.map(({ _line }) => _line)).toEqual([...expected.keys()]);
    const fixed = rejects.rows.map(({ line: _, ...cells }) => ({
      ...cells,
      ...expected.get(cells['_line'] ?? '')?.fixed,
    }));
    await writeFile(join(folder, 'fixed.csv'), csv(fixed));
    const again = await json(['user', 'sync', 'fixed.csv']);
    expect(again.code).toBe(0);
    expect(again.report.counts).toMatchObject({ read: REFUSED, succeeded: REFUSED, failed: 0 });
  });
});
