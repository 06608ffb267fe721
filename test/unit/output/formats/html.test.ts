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

it('an HTML report has its charts in words too, in the colour of their severity, and draws no empty chart', async () => {
  const page = await pageOf(htmlRun);
  const bars = [
    ...page.matchAll(/<li><svg[^>]*aria-hidden="true"><rect class="fill-(\w+)"[^>]*><\/svg> ([^<]*)<\/li>/g),
  ];
  expect(bars.map(([, fill, words]) => `${fill}: ${words}`)).toEqual([
    ...['good: 62 created', 'change: 1 updated', 'error: 1 with errors'],
    ...['error: 1 user.email.invalid', 'warning: 1 user.odd'],
  ]);
  const empty = await pageOf(reportedRun({}));
  expect(empty).toContain('Nothing to do');
  expect(empty).not.toMatch(/<svg|<table/);
});

it('an HTML report shows times in the zone of --timezone', async () => {
  expect(await pageOf(htmlRun)).toContain('.examctl/store, 2026-11-21 03:15 UTC.');
  const page = await pageOf({ ...htmlRun, zone: 'Europe/Amsterdam' });
  expect(page).toContain('.examctl/store, 2026-11-21 04:15 Europe/Amsterdam.');
});

it('names the sheet and the cell of each finding', async () => {
  const place = { file: 'two.xlsx', line: 2, record: 1 };
  const inSheet = (sheet: string, cell: string, column: string): Finding => finding({ ...place, sheet, cell, column });
  const findings = [inSheet('Sittings 1', 'C2', 'Start'), inSheet('Candidates', 'E2', 'Email')];
  const page = await pageOf(reportedRun({ findings }));
  expect(unpackPage(page)).toMatchObject([{ Place: "two.xlsx:'Sittings 1'!C2" }, { Place: 'two.xlsx:Candidates!E2' }]);
  expect(page).toContain('>two.xlsx:Candidates!E2</td>');
});
