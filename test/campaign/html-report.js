// The HTML report of 100,000 findings in Chromium: below 10 MB, opens in less than two seconds, filters in less than
// 200 ms. Of three attempts the fastest counts: what else the machine does is no fault of the report. PROPERTY_SHARE=20
// takes fewer findings and holds them to the same. SCREENSHOTS=FOLDER writes pictures of a small report: light, dark, on
// a phone and on paper.

import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importBundled } from '../support/import-bundled.js';

const IS_SHORT = Number(process.env.PROPERTY_SHARE) > 1;
const FINDINGS = IS_SHORT ? 20_000 : 100_000;
const ATTEMPTS = 3;
const GOALS = { megabytes: 10, openMs: 2_000, filterMs: 200 };

const { CHROMIUM, startBrowser, htmlRun, manyFindings, renderHtml } = await importBundled(
  'test/support/browser/chromium.ts',
  'test/unit/output/html-run.ts',
  'test/support/browser/many-findings.ts',
  'src/output/formats/html.ts',
);
if (CHROMIUM === undefined) {
  process.stdout.write('Skipped: Chromium is not installed.\n');
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'examctl-html-'));
const many = join(folder, 'many.html');
const before = process.cpuUsage();
await pipeline(Readable.from(renderHtml(manyFindings(FINDINGS))), createWriteStream(many));
const { user } = process.cpuUsage(before);
const megabytes = (await stat(many)).size / 1_000_000;
const attempts = [];
for (let left = ATTEMPTS; left > 0; left -= 1) attempts.push(await inBrowser(many, measure));
const fastest = Object.keys(attempts[0]).map((name) => [name, Math.min(...attempts.map((one) => one[name]))]);
const memory = process.memoryUsage.rss() / 1_000_000;
const told = { megabytes, ...Object.fromEntries(fastest), renderUserMs: user / 1000, rssMegabytes: memory };
process.stdout.write(
  `${FINDINGS} findings${IS_SHORT ? ', in short' : ''}: ${JSON.stringify(told, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}\n`,
);
for (const [name, goal] of Object.entries(GOALS)) {
  if (told[name] >= goal) {
    process.stdout.write(`${name} is ${told[name]}, and must be below ${goal}\n`);
    process.exitCode = 1;
  }
}
if (process.env.SCREENSHOTS) await takePictures(process.env.SCREENSHOTS);
await rm(folder, { recursive: true });

/** Milliseconds until the table can be used, and of the slowest of some filters. */
async function measure(page) {
  const cpu = async () => {
    const { metrics } = await page.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const wholeCpuMs = await cpu();
  const at = (mark) => page.evaluate(`performance.getEntriesByName('${mark}')[0].startTime`);
  const openMs = await at('usable');
  const [times, cpuTimes] = [[], []];
  for (const text of ['ä', 'u-9', 'e-mail address', 'nothing matches this', '']) {
    const before = await cpu();
    times.push(
      await page.evaluate(`(() => {
      const start = performance.now();
      const field = document.getElementById('text');
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event('input'));
      document.body.getBoundingClientRect();
      return performance.now() - start;
    })()`),
    );
    cpuTimes.push((await cpu()) - before);
  }
  return { openMs, wholeCpuMs, filterMs: Math.max(...times), filterCpuMs: Math.max(...cpuTimes) };
}

/** Opens a file, and closes the browser after `work`. */
async function inBrowser(file, work) {
  const browser = await startBrowser();
  try {
    return await work(await browser.open(file));
  } finally {
    await browser.close();
  }
}

async function takePictures(target) {
  await mkdir(target, { recursive: true });
  const small = join(folder, 'small.html');
  await pipeline(Readable.from(renderHtml(htmlRun)), createWriteStream(small));
  await inBrowser(small, async (page) => {
    for (const [name, scheme, width] of [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
      ['phone', 'light', 390],
    ]) {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await page.send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 900,
        deviceScaleFactor: 1,
        mobile: width < 500,
      });
      const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
      await writeFile(join(target, `${name}.png`), Buffer.from(data, 'base64'));
    }
    const { data } = await page.send('Page.printToPDF', {});
    await writeFile(join(target, 'paper.pdf'), Buffer.from(data, 'base64'));
  });
}
