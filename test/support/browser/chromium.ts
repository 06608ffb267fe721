/** A page in a real browser, controlled by the protocol of the browser. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'undici';

/** The path of Chromium; `undefined` if it is not installed. */
export const CHROMIUM = findChromium();

export interface Page {
  /** Evaluates an expression in the page. Waits for promises. */
  evaluate<T>(expression: string): Promise<T>;
  /** Calls a method of the protocol on this page. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** The messages of the console, and the requests that were blocked, such as by the policy of the page. */
  readonly complaints: string[];
}

export interface Browser {
  /** Opens a file in its page. */
  open(file: string): Promise<Page>;
  close(): Promise<void>;
}

/** The caller must close the browser. */
export async function startBrowser(): Promise<Browser> {
  // The path of a socket may have 107 bytes, so it cannot be in the folder of a test.
  const profile = mkdtempSync('/tmp/examctl-browser-');
  const browser = spawn(CHROMIUM ?? '', [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: profile },
    // A process group of its own, with all processes that the browser starts.
    detached: true,
  });
  const close = async () => {
    const ended = new Promise((resolve) => browser.once('exit', resolve));
    if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) {
      process.kill(-browser.pid, 'SIGKILL');
      await ended;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const page = await connect(browser);
    const open = async (file: string) => {
      await page.send('Page.navigate', { url: 'about:blank' });
      await waitUntil(page, "location.href === 'about:blank'");
      page.complaints.length = 0;
      await page.send('Page.navigate', { url: pathToFileURL(file).href });
      await waitUntil(page, "document.documentElement?.dataset.ready === 'true'");
      return page;
    };
    return { open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const FLAGS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-port=0'],
  ...['--no-first-run', '--disable-extensions', '--disable-background-networking'],
];

function findChromium(): string | undefined {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    } catch {
      // The next name may be there.
    }
  }
  return undefined;
}

async function connect(browser: ChildProcess): Promise<Page> {
  const port = await portOf(browser);
  const url = await addressOfPage(port);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const page = createPage(socket);
  for (const domain of ['Page', 'Runtime', 'Log']) await page.send(`${domain}.enable`);
  // The limit is processor time, so that other work on the machine does not count.
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  return page;
}

/** Waits for the first page: the browser opens it some time after it accepts commands. */
async function addressOfPage(port: string): Promise<string> {
  for (let left = 600; left > 0; left -= 1) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets = (await response.json()) as { type: string; webSocketDebuggerUrl: string }[];
    const page = targets.find(({ type }) => type === 'page');
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The browser has no page');
}

/** Reads standard error to the end: a browser that cannot write there may hang. */
function portOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const fail = () => reject(new Error(`The browser ended before it accepted commands:\n${lines.join('\n')}`));
    browser.once('error', fail).once('exit', fail);
    if (browser.stderr === null) return;
    createInterface({ input: browser.stderr }).on('line', (line) => {
      lines.push(line);
      const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? [];
      if (port !== undefined) resolve(port);
    });
  });
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
  readonly params?: Record<string, unknown>;
}

function createPage(socket: WebSocket): Page {
  const waiting = new Map<number, (reply: Reply) => void>();
  const complaints: string[] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    else if (COMPLAINTS.has(reply.method ?? '')) complaints.push(JSON.stringify(reply.params));
  });
  const send = async (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result ?? {};
  };
  return {
    send,
    complaints,
    evaluate: async <T>(expression: string) => {
      const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (answer['exceptionDetails'] !== undefined) throw new Error(JSON.stringify(answer['exceptionDetails']));
      return (answer['result'] as { value: T }).value;
    },
  };
}

const COMPLAINTS: ReadonlySet<string> = new Set([
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Log.entryAdded',
  'Page.javascriptDialogOpening',
]);

/** Waits until an expression is true in the page. */
async function waitUntil(page: Page, condition: string): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    if (await page.evaluate<boolean>(condition)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(
    `The page is not ready: ${await page.evaluate<string>("document.getElementById('status')?.textContent")}`,
  );
}
