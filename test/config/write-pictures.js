// Makes the pictures of the README from real output: a dry run in a terminal as SVG, and its HTML report as PNG.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { importBundled } from '../support/import-bundled.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'docs', 'pictures');
const COLUMNS = 110;
const { CHROMIUM, startBrowser } = await importBundled('test/support/browser/chromium.ts');
if (CHROMIUM === undefined) {
  process.stdout.write('Skipped: Chromium is not installed.\n');
  process.exit(0);
}

execFileSync(process.execPath, [join(root, 'test/config/build.js')], { stdio: 'inherit' });
const folder = await mkdtemp(join(tmpdir(), 'examctl-pictures-'));
try {
  const env = {
    ...process.env,
    ...{ TERM: 'xterm-256color', CI: 'true', GITHUB_ACTIONS: '', NO_COLOR: '' },
    ...{ EXAMCTL_STORE: '', EXAMCTL_RUNS: '' },
  };
  const program = (args) =>
    new Promise((resolve) => {
      const options = { cwd: folder, cols: COLUMNS, rows: 50, env };
      const terminal = pty.spawn(process.execPath, [join(root, 'bin/examctl.js'), ...args], options);
      let shown = '';
      terminal.onData((data) => {
        shown += data;
      });
      terminal.onExit(() => resolve(shown));
    });
  await cp(join(root, 'fixtures'), join(folder, 'fixtures'), { recursive: true });
  await program(['local', 'init', '--example']);
  const push = ['schedule', 'push', 'fixtures/sittings-faulty.csv', '--upsert', '--dry-run', '--skip-invalid'];
  const report = join(folder, 'report.html');
  const output = await program([...push, '--report', report]);
  await mkdir(target, { recursive: true });
  const shown = output.replaceAll('\r', '').trimEnd();
  await writeFile(join(target, 'dry-run.svg'), terminal(`$ examctl ${push.join(' ')}\n${shown}`));
  const browser = await startBrowser();
  try {
    const page = await browser.open(report);
    await page.send('Emulation.setDeviceMetricsOverride', {
      ...{ width: 1000, height: 820, deviceScaleFactor: 1, mobile: false },
    });
    await page.send('Emulation.setScrollbarsHidden', { hidden: true });
    const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(join(target, 'report.png'), Buffer.from(data, 'base64'));
  } finally {
    await browser.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What a terminal shows, cut below: a picture is looked at, and not read to its end. */
function terminal(text) {
  const [rows, line, character] = [26, 18, 8.43];
  const all = text.split('\n').flatMap(shownLines);
  const lines = all.length > rows ? [...all.slice(0, rows - 1), '<tspan>…</tspan>'] : all;
  const drawn = lines.map((content, index) => `<text x="16" y="${34 + index * line}">${content}</text>`);
  const [width, height] = [Math.round(COLUMNS * character) + 32, lines.length * line + 40];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A dry run in a terminal">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}.c1{font-weight:bold}.c2{fill:#9da7b1}.c31{fill:#ff8a80}.c32{fill:#7ee2a0}.c33{fill:#ffd479}.c36{fill:#7fd7ff}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${drawn.join('\n')}
</svg>
`;
}

/** A line as a terminal shows it, in as many as it needs; its colours are classes of the picture. */
function shownLines(content) {
  const lines = [''];
  let [classes, left] = [[], COLUMNS];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters set the colours of a terminal.
  for (const part of content.split(/(\u001b\[[?\d;]*[A-Za-z])/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
    const [, codes] = /^\u001b\[([?\d;]*)[A-Za-z]$/.exec(part) ?? [];
    if (codes !== undefined) {
      if (part.endsWith('m')) classes = codes.split(';').reduce(withCode, classes);
      continue;
    }
    for (let rest = [...part]; rest.length > 0; rest = rest.slice(left), left = COLUMNS) {
      const shown = rest.slice(0, left);
      lines.push(`${lines.pop()}<tspan class="${classes.join(' ')}">${escapeXml(shown.join(''))}</tspan>`);
      if (rest.length <= left) {
        left -= rest.length;
        break;
      }
      lines.push('');
    }
  }
  return lines;
}

function withCode(classes, code) {
  if (code === '' || code === '0') return [];
  if (code === '39') return classes.filter((name) => !/^c3\d$/.test(name));
  if (code === '22') return classes.filter((name) => name !== 'c1' && name !== 'c2');
  return [...classes, `c${code}`];
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
