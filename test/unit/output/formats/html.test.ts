import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Finding } from '../../../../src/model/finding.ts';
import type { ReportedRun } from '../../../../src/model/report.ts';
import { renderHtml } from '../../../../src/output/formats/html.ts';
import { LIVE } from '../../../support/cli/control-characters.ts';
import { htmlRun } from '../html-run.ts';
import { finding } from '../report-fixtures.ts';
import { partsOf, reportedRun } from '../reported-run.ts';
import { unpackPage } from '../unpack-page.ts';

const pageOf = (run: ReportedRun) => partsOf(renderHtml(run));

it('allows its own script and style by their digests, and nothing else', async () => {
  const page = await pageOf(htmlRun);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const digest = (tag: string) => {
    const [, text = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? [];
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${digest('script')}`,
    `style-src ${digest('style')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  const markup = page.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/"[^"]*"/g, '""');
  expect(markup.match(/<[^>]* (?:src|style|on\w+)=/i)).toBeNull();
});

it('keeps hostile strings text in its markup', async () => {
  const page = await pageOf(htmlRun);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<img|<!-- /)).toBeNull();
  expect(page).not.toMatch(LIVE);
});

it('an HTML report masks the cells of a row by the fields that its columns hold, and shows no secret at all', async () => {
  const findingOf = async (run: ReportedRun) =>
    unpackPage(await pageOf(run)).find(({ Place }) => Place === 'users.csv:14');
  expect(await findingOf(htmlRun)).toMatchObject({
    Value: 'n•••••',
    source: ['2', 'u-13', 'G•••••', 'n•••••', '(not shown)', 'Teacher', 'd•••••'],
  });
  expect(await findingOf({ ...htmlRun, reveal: true })).toMatchObject({
    Value: 'nobody',
    source: ['2', 'u-13', 'Grace', 'nobody', '(not shown)', 'Teacher', 'deaf'],
  });
});

it('an HTML report describes its charts in words, and draws no empty chart', async () => {
  const page = await pageOf(htmlRun);
  expect(page).toContain('aria-label="Outcomes: 62 created, 1 updated, 1 with errors"');
  expect(page).toContain('aria-label="Findings by rule: user.email.invalid 1, user.odd 1"');
  const empty = await pageOf(reportedRun({}));
  expect(empty).toContain('Nothing to do');
  expect(empty).not.toMatch(/<svg|<table/);
});

it('an HTML report shows times in the zone of --timezone', async () => {
  expect(await pageOf(htmlRun)).toContain('.examctl/store, 2026-11-21 03:15 UTC.');
  const page = await pageOf({ ...htmlRun, zone: 'Europe/Amsterdam' });
  expect(page).toContain('.examctl/store, 2026-11-21 04:15 Europe/Amsterdam.');
});

it('an HTML report paints the bar of a rule in the colour of its severity', async () => {
  const page = await pageOf(htmlRun);
  for (const [rule, fill] of [
    ['user.email.invalid', 'error'],
    ['user.odd', 'warning'],
  ]) {
    expect(page).toMatch(new RegExp(`<text[^>]*>${rule}</text><rect class="fill-${fill}"`));
  }
});

it('names the sheet and the cell of each finding, and shows the row of that sheet', async () => {
  const place = { file: 'two.xlsx', line: 2, record: 1 };
  const inSheet = (sheet: string, cell: string, column: string): Finding => finding({ ...place, sheet, cell, column });
  const findings = [inSheet('Sittings 1', 'C2', 'Start'), inSheet('Candidates', 'E2', 'Email')];
  const row = (sheet: string, cells: readonly string[], line: number) => ({
    row: { file: 'two.xlsx', line, sheet, record: 1, lines: 1, content: { cells } },
    findings: [],
  });
  const joined = row('Candidates', ['at nine', 'nobody'], 2);
  const rejects = [
    {
      ...joined,
      row: { ...joined.row, with: { file: 'two.xlsx', line: 2, record: 1, lines: 1, sheet: 'Sittings 1' } },
    },
    row('Other', ['of another', 'sheet'], 2),
  ];
  const layout = { format: 'rows', header: ['Start', 'Email'], delimiter: ',' } as const;
  const page = await pageOf({ ...reportedRun({ findings }, { layout, rejects }), reveal: true });
  expect(unpackPage(page)).toMatchObject([
    { Place: "two.xlsx:'Sittings 1'!C2", Value: 'at nine' },
    { Place: 'two.xlsx:Candidates!E2', Value: 'nobody' },
  ]);
  expect(page).toContain('>two.xlsx:Candidates!E2</td>');
});
