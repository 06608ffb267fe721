/** What docs/serve.md tells of the server is what the server does. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HTTP_REFUSALS } from '../../../src/platform/explain/http-rules.ts';
import { SANDBOX_PATH, SANDBOX_ROUTES } from '../../../src/platform/sandbox.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../../src/server/body.ts';
import { DEFAULT_LIMITS, MAX_HEADER_BYTES, MAX_HEADERS } from '../../../src/server/listen.ts';

const PAGE = await readFile(fileURLToPath(new URL('../../../docs/serve.md', import.meta.url)), 'utf8');

test('lists every refusal of the server, with its status and its words', () => {
  const rows = Object.entries(HTTP_REFUSALS).map(
    ([rule, { status, message }]) => `| \`${rule}\` | ${status} | ${message} |`,
  );
  expect(PAGE.match(/^\| `http\..*$/gm)).toEqual(rows);
});

test('tells the limits', () => {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = DEFAULT_LIMITS;
  const limits = [
    `| Body | ${MAX_BODY_BYTES / 2 ** 20} MiB of UTF-8`,
    `| ${MAX_BODY_DEPTH} levels |`,
    `| ${MAX_HEADER_BYTES / 2 ** 10} KiB, ${MAX_HEADERS} of them; they arrive within ${headersTimeoutMs / 1000} s |`,
    `| arrives within ${requestTimeoutMs / 1000} s |`,
    `stays open for ${keepAliveTimeoutMs / 1000} s between two requests; there are ${maxConnections} at a time |`,
  ];
  for (const limit of limits) expect(PAGE).toContain(limit);
});

test('lists every path of the sandbox', () => {
  const rows = Object.values(SANDBOX_ROUTES).map(
    ({ method, path, summary }) => `| \`${method} ${SANDBOX_PATH}${path}\` | ${summary} |`,
  );
  expect(PAGE.match(/^\| `\w+ \/_sandbox.*$/gm)).toEqual(rows);
});
