/** The HTML report in a browser: nothing of a file runs, the table works, and everybody can use it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/output/formats/html.ts';
import { type Browser, CHROMIUM, type Page, startBrowser } from '../support/browser/chromium.ts';
import { HOSTILE } from '../unit/output/hostile-report.ts';
import { htmlRun } from '../unit/output/html-run.ts';
import { finding } from '../unit/output/report-fixtures.ts';
import { partsOf, reportedRun } from '../unit/output/reported-run.ts';

let folder: string;
/** One for all tests. */
let browser: Browser | undefined;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examctl-html-'));
  file = join(folder, 'r.html');
  await writeFile(file, await partsOf(renderHtml(htmlRun)));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  browser ??= await startBrowser();
  return browser.open(file);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function violationsOf(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<string>('axe.run().then(({ violations }) => JSON.stringify(violations))');
  return (JSON.parse(found) as Violation[]).map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
}

/** A browser on a busy machine. */
const BROWSER_TIMEOUT_MS = 180_000;

const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const;

describe.skipIf(CHROMIUM === undefined)(
  'the HTML report in Chromium (skipped where it is not installed)',
  { timeout: BROWSER_TIMEOUT_MS },
  () => {
    it('lets nothing of a file run, and breaks no rule of its own policy', async () => {
      const page = await open();
      expect(await page.evaluate('document.querySelectorAll("main img, main a, iframe, object").length')).toBe(0);
      expect(await page.evaluate('document.scripts.length')).toBe(2);
      const texts = await page.evaluate<string[]>(
        '[...document.querySelectorAll("#rows td")].map((cell) => cell.textContent)',
      );
      expect(texts.some((text) => text.includes(HOSTILE.split('\u001b')[0] ?? '?'))).toBe(true);
      expect(page.complaints).toEqual([]);
    });

    it('filters and pages by keyboard', async () => {
      const page = await open();
      const count = () => page.evaluate<number>('document.querySelectorAll("#rows > tr").length');
      const status = () => page.evaluate<string>('document.getElementById("status").textContent');
      const press = async (key: string, code: number) => {
        for (const type of ['keyDown', 'keyUp']) {
          const text = type === 'keyDown' && key === 'Enter' ? { text: '\r' } : {};
          await page.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode: code, ...text });
        }
      };
      expect(await status()).toBe('Rows 1 to 50 of 64');
      await page.evaluate('document.getElementById("next").focus()');
      await press('Enter', 13);
      expect([await status(), await count()]).toEqual(['Rows 51 to 64 of 64', 14]);
      await page.evaluate('document.getElementById("text").focus()');
      await page.send('Input.insertText', { text: 'U-13' });
      expect([await status(), await count()]).toEqual(['Rows 1 to 1 of 1 that match', 1]);
    });

    it('finds a row among all of them', async () => {
      const last = 2_001;
      const large = join(folder, 'large.html');
      const findings = Array.from({ length: last + 1 }, (_, index) =>
        finding({ line: index + 2, record: index + 1, key: `u-${index}`, suggestion: `write ${index}` }),
      );
      await writeFile(large, await partsOf(renderHtml(reportedRun({ findings, exitCode: 3 }))));
      browser ??= await startBrowser();
      const page = await browser.open(large);
      const firstId = () => page.evaluate<string>('document.querySelector("#rows td:nth-child(4)").textContent');
      expect(await firstId()).toBe('u-0');
      await page.evaluate(`document.getElementById("text").value = "write ${last}"`);
      await page.evaluate('document.getElementById("text").dispatchEvent(new Event("input"))');
      expect(await firstId()).toBe(`u-${last}`);
    });

    it('breaks no usual id, and shows the message beside it', async () => {
      const page = await open();
      const size = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
      await page.send('Emulation.setDeviceMetricsOverride', size);
      const id = 'document.querySelector("#rows td:nth-child(4)")';
      await page.evaluate(`${id}.textContent = "LAW-101-2027-001"`);
      const lines = `(() => { const range = new Range(); range.selectNodeContents(${id}); return range.getClientRects().length; })()`;
      expect(await page.evaluate(lines)).toBe(1);
      const right = 'document.querySelector("#rows td:nth-child(6)").getBoundingClientRect().right';
      expect(await page.evaluate<number>(right)).toBeLessThanOrEqual(1280);
    });

    it('fits on paper with all of its columns', async () => {
      const page = await open();
      await page.send('Emulation.setEmulatedMedia', { media: 'print' });
      // A4 with the margins that browsers take, in CSS pixels.
      await page.send('Emulation.setDeviceMetricsOverride', {
        width: 718,
        height: 1047,
        deviceScaleFactor: 1,
        mobile: false,
      });
      const widest =
        'Math.max(...[...document.querySelectorAll("#table, #table td")].map((one) => one.getBoundingClientRect().right))';
      expect(await page.evaluate<number>(widest)).toBeLessThanOrEqual(718);
      await page.send('Emulation.setEmulatedMedia', { media: '' });
    });

    it('has nothing that axe-core objects to, light and dark, wide and narrow', async () => {
      const page = await open();
      for (const [value, width] of LOOKS) {
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
        const size = { width, height: 800, deviceScaleFactor: 1, mobile: width < 500 };
        await page.send('Emulation.setDeviceMetricsOverride', size);
        // Of many rows that are alike, a few are enough.
        await page.evaluate('document.getElementById("text").value = "u-"');
        await page.evaluate('document.getElementById("text").dispatchEvent(new Event("input"))');
        expect({ look: [value, width], found: await violationsOf(page) }).toEqual({
          look: [value, width],
          found: [],
        });
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    });
  },
);
