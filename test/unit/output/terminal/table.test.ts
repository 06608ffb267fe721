import Table from 'cli-table3';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/output/terminal/display-width.ts';
import { renderTable, tableParts } from '../../../../src/output/terminal/table.ts';

const head = ['Id', 'Title', 'Note'];

describe('a table', () => {
  it('is drawn with lines', async () => {
    const text = await renderTable({
      head: ['Id', 'Title'],
      rows: [
        ['S-1', '漢字'],
        ['S-2', null],
      ],
    });
    expect(text).toBe(
      [
        '┌─────┬───────┐',
        '│ Id  │ Title │',
        '├─────┼───────┤',
        '│ S-1 │ 漢字  │',
        '│ S-2 │       │',
        '└─────┴───────┘',
        '',
      ].join('\n'),
    );
  });

  it('is drawn with ASCII only if the terminal needs it', async () => {
    const text = await renderTable({ head: ['Id'], rows: [['S-1']], ascii: true });
    expect(text).toBe(['+-----+', '| Id  |', '+-----+', '| S-1 |', '+-----+', ''].join('\n'));
  });

  it('lists each cell with its name if the columns do not fit side by side', async () => {
    const columns = Array.from({ length: 6 }, (_, index) => `Column${index}`);
    const cells = ['S-1', 'a few words that can be broken between them', '', null, '漢字', 7];
    expect(await renderTable({ head: columns, rows: [cells, cells], width: 40 })).toBe(
      `${Array(2)
        .fill('Column0: S-1\nColumn1: a few words that can be broken\n  between them\nColumn4: 漢字\nColumn5: 7\n')
        .join('\n')}`,
    );
  });

  it.each([40, 60, 80])('fits %i columns, and only the widest column becomes narrower', async (width) => {
    const rows = [
      ['S-1', 'x'.repeat(100), 'a few words that can be broken between them '.repeat(3)],
      ['S-2', '漢字'.repeat(40), 'short'],
    ];
    const text = await renderTable({ head, rows, width });
    for (const line of text.trimEnd().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    expect(text).toContain('│ S-1 │');
  });

  it('cuts nothing when piped', async () => {
    const long = 'x'.repeat(500);
    expect(await renderTable({ head: ['Id'], rows: [[long]] })).toContain(long);
  });

  it('is quick with a cell of a megabyte', async () => {
    const text = await renderTable({ head: ['Id'], rows: [['漢字 '.repeat(300_000)]], width: 80 });
    expect(text.split('\n').length).toBeLessThan(12);
  }, 1_000);

  it('says how many rows it left out', async () => {
    const rows = [['a'], ['b'], ['c']];
    expect(await renderTable({ head: ['Id'], rows, maxRows: 2 })).toMatch(
      /b .*\n.*\nshown 2 of 3 rows; -o json has all\n$/,
    );
    expect(await renderTable({ head: ['Id'], rows, maxRows: 3 })).not.toContain('shown');
  });

  it('looks as if the library had drawn it at once, with any number of blocks', async () => {
    const latin = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCharCode(0xc0 + at)).join('');
    const names = ['Ada', latin, 'नमस्ते दुनिया', '漢字', 'שלום', '👩‍👩‍👧 family', 'two\nlines', ''];
    const rows = Array.from({ length: 450 }, (_, n) => [`S-${n}`, names[n % names.length] ?? '', '|'.repeat(n % 7)]);
    for (const count of [0, 1, 98, 99, 100, 101, 199, 200, 450]) {
      const some = rows.slice(0, count);
      const table = new Table({ head: [...head], style: { head: [], border: [], compact: true } });
      for (const row of some) table.push(row.map((cell) => cell.replace('\n', '\\n')));
      expect(await renderTable({ head, rows: some })).toBe(`${table.toString()}\n`);
    }
  });

  it('can have more rows than a call can have arguments', async () => {
    const rows = Array.from({ length: 150_000 }, (_, n) => [`S-${n}`, 'Renée', 'ONeill', `user.${n}`, 'Candidate']);
    let [parts, lines, end] = [0, 0, ''];
    for (const part of await tableParts({ head: ['Id', 'First', 'Last', 'Name', 'Role'], rows })) {
      parts += 1;
      lines += part.split('\n').length - 1;
      end = (end + part).slice(-200);
    }
    expect(lines).toBe(150_000 + 4);
    expect(parts).toBeGreaterThan(1_000);
    expect(end.split('\n').at(-3)).toBe('│ S-149999 │ Renée │ ONeill │ user.149999 │ Candidate │');
  });

  it('shows control characters of a cell as text', async () => {
    expect(await renderTable({ head: ['Id'], rows: [['a\u001b[31m\nb']] })).toContain('a\\u001b[31m\\nb');
  });
});
