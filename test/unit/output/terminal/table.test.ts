import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/output/terminal/display-width.ts';
import { renderTable, tableParts } from '../../../../src/output/terminal/table.ts';

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

  it('lists each cell with its name if fewer than two columns fit', async () => {
    const columns = Array.from({ length: 6 }, (_, index) => `Column${index}`);
    const cells = [
      'a-very-long-id-of-a-schedule-in-2027',
      'a few words that can be broken between them',
      '',
      null,
      '漢字',
      7,
    ];
    expect(await renderTable({ head: columns, rows: [cells, cells], width: 46 })).toBe(
      `${Array(2)
        .fill(
          'Column0: a-very-long-id-of-a-schedule-in-2027\nColumn1: a few words that can be broken\n  between them\nColumn4: 漢字\nColumn5: 7\n',
        )
        .join('\n')}`,
    );
  });

  it.each([40, 80])('at %i columns breaks no word, and names the columns that it leaves out', async (width) => {
    const ids = [
      'S-2027-LAW-101',
      'a title with several words in it',
      'proctor-group-7',
      'Europe/Amsterdam',
      '2027-03-01',
    ];
    const names = ['ScheduleExtId', 'ScheduleTitle', 'GroupExtId', 'TimeZone', 'StartDateTime'];
    const text = await renderTable({ head: names, rows: [ids], width });
    for (const line of text.trimEnd().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const [drawn = '', left = ''] = text.replaceAll('\n  ', ' ').split('Left out: ');
    const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(drawn));
    expect(left).toBe(`${missing.join(', ')}; -o csv has all columns.\n`);
    for (const word of ids
      .slice(0, names.length - missing.length)
      .join(' ')
      .split(' '))
      expect(drawn).toContain(word);
    expect((await renderTable({ head: names, rows: [ids] })).split('Left out')).toHaveLength(1);
  });

  it('is quick with a cell of a megabyte', async () => {
    // Time of the processor, since other programs may be busy.
    const before = process.cpuUsage();
    const text = await renderTable({ head: ['Id'], rows: [['漢字 '.repeat(300_000)]], width: 80 });
    expect(text.split('\n').length).toBeLessThan(12);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('can have more rows than a call can have arguments', async () => {
    const rows = Array.from({ length: 150_000 }, (_, n) => [`S-${n}`, 'Renée', 'ONeill']);
    let [parts, lines, end] = [0, 0, ''];
    for (const part of await tableParts({ head: ['Id', 'First', 'Last'], rows })) {
      parts += 1;
      lines += part.split('\n').length - 1;
      end = (end + part).slice(-200);
    }
    expect(lines).toBe(150_000 + 4);
    expect(parts).toBeGreaterThan(1_000);
    expect(end.split('\n').at(-3)).toBe('│ S-149999 │ Renée │ ONeill │');
  });

  it('shows control characters of a cell as text', async () => {
    expect(await renderTable({ head: ['Id'], rows: [['a\u001b[31m\nb']] })).toContain('a\\u001b[31m\\nb');
  });
});
