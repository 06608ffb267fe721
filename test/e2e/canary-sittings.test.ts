/** PINs, passwords of candidates and links that are known, and looked for in everything that a push says. */
import { expect, it } from 'vitest';
import { type Said, startAnsweringServer } from '../support/chaos/answering-server.ts';
import { expectSilent, expectSilentFiles } from '../support/cli/secrets.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const PIN = 'Zq7x';
const LONG = 'Canary"Passw0rd<sings>not';
const SHORT = 'kE3b';
const LINK_KEY = 'canary-link-key';

const SITTING = csv([row(1, { PIN, Password: LONG }), row(2, { PIN, Password: SHORT })]);
/** CSV is among the reports, and so is what --json writes. What is said without -v is said with it. */
const OUTPUTS = [
  ['-v', '--debug'],
  ['-o', 'ndjson', '--debug'],
] as const;

const SECRETS = [PIN, SHORT, LONG, LINK_KEY];

const refusal = (text: string) => JSON.stringify({ Content: null, Success: false, Errors: [{ Code: 1, Error: text }] });
const errors = (text: string): Said => ({ status: 400, body: refusal(text) });

it.each([
  ['500 with the body', (body) => ({ status: 500, body })],
  ['400 with the body as text of an error', (body) => errors(body)],
  ['400 with the body among other things', (body) => ({ status: 400, body: `{"Request":${body},"Errors":null}` })],
  ['400 with the secrets in words', () => errors(`PIN ${PIN} and password ${SHORT} or "${LONG}" are too weak`)],
  ['HTML with the body', (body) => ({ body: `<pre>${body.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}</pre>` })],
  ['200 with the body in an odd place', (body) => ({ body: `{"Success":true,"Content":{"Odd":${body}}}` })],
  ['a form with the secrets', () => ({ status: 500, body: `PIN=${PIN}&Password=${SHORT}` })],
  [
    'links beside errors',
    () => ({ status: 400, body: `{"Url":"https://x.example/start/${LINK_KEY}","Errors":[true]}` }),
  ],
  ['links without a host', () => ({ status: 400, body: `{"StartupLink":"/start/${LINK_KEY}","Errors":[true]}` })],
] satisfies [string, (body: string) => Said][])('%s tells no secret of a sitting', async (_, answer) => {
  const space = await createWorkspace();
  await space.file('s.csv', SITTING);
  const server = await startAnsweringServer((body) => answer(JSON.stringify(body)));
  for (const flags of OUTPUTS) {
    const reports = ['--report', 'report.json', '--report', 'report.csv', '--retries', '0'];
    const args = ['schedule', 'push', 's.csv', '--upsert', '--base-url', server.url, ...reports, ...flags];
    const { stdout, stderr } = await space.run(args, { env: { EXAMCTL_TOKEN: 'test-token-of-no-worth' } });
    expectSilent(`stdout of ${flags.join(' ')}`, stdout, SECRETS);
    expectSilent(`stderr of ${flags.join(' ')}`, stderr, SECRETS);
  }
  expect(server.bodies[0]).toMatchObject({ Schedule: { PIN }, Candidates: [{ Password: LONG }, { Password: SHORT }] });
  await expectSilentFiles(space, ['s.csv'], SECRETS);
});
