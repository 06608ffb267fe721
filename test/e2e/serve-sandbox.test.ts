/** `serve --sandbox`: a test of an integration drives the whole life of a schedule over HTTP, without a restart. */
import { request } from 'undici';
import { expect, test } from 'vitest';
import { SANDBOX_PATH, SANDBOX_ROUTES } from '../../src/platform/sandbox.ts';
import { BASE_CATALOGUE } from '../support/conformance/base-catalogue.ts';
import { scheduleRequest } from '../support/conformance/requests.ts';
import { startServe } from '../support/http/command-line.ts';
import { temporaryStore } from '../support/store/temporary-folder.ts';

interface Said {
  readonly status: number;
  readonly Content: unknown;
  readonly Errors: readonly { readonly Rule: string; readonly Code: number | null }[] | null;
}

async function serve(...flags: string[]) {
  const store = await temporaryStore();
  const { url } = await startServe(['--store', store, ...flags], { env: { EXAMCTL_TOKEN: 'x' } });
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, token = 'x'): Promise<Said> => {
    const address = path.startsWith(SANDBOX_PATH) ? new URL(path, url) : url + path;
    const headers = { Authorization: `EAPI ${token}`, 'Content-Type': 'application/json' };
    const answer = await request(address, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    return { status: answer.statusCode, ...((await answer.body.json()) as Omit<Said, 'status'>) };
  };
}

const rulesOf = ({ status, Errors }: Said) => [status, ...(Errors ?? []).map(({ Rule }) => Rule)];

test('a schedule goes through its life, and its links and invigilators are had, without a restart', async () => {
  const ask = await serve('--sandbox');
  const schedules = `${SANDBOX_PATH}/schedules`;
  expect(await ask('POST', `${SANDBOX_PATH}/catalogue`, BASE_CATALOGUE)).toMatchObject({ status: 200, Errors: null });
  const pushed = scheduleRequest();
  const id = String((await ask('POST', '/schedule', pushed)).Content);
  const links = (await ask('GET', `${schedules}/${id}/links`)).Content;
  expect(links).toEqual([
    expect.objectContaining({ CandidateExtId: 'c-1', StartupLink: expect.stringMatching(/^https/) }),
  ]);
  const user = 'u-8';
  expect((await ask('POST', `${schedules}/${id}/invigilators`, [user])).Content).toEqual({ Added: [user] });
  expect(rulesOf(await ask('POST', `${schedules}/${id}/invigilators`, ['nobody']))).toEqual([
    400,
    'sandbox.users.not-found',
  ]);
  expect(rulesOf(await ask('POST', `${schedules}/${id}/invigilators`, user))).toEqual([
    400,
    'sandbox.users.not-a-list',
  ]);
  const removed = await ask('DELETE', `/schedule/${id}/invigilators`, [user]);
  expect(removed.Content).toMatchObject({ SuccessfullyRemoved: [user] });
  const moved = { status: 200, Content: { Status: 'ACTIVATED' } };
  expect(await ask('POST', `${schedules}/${id}/activate`)).toMatchObject(moved);
  expect(rulesOf(await ask('POST', '/schedule', { ...pushed, Upsert: true }))).toEqual([400, 'schedule.activated']);
  expect((await ask('POST', `${schedules}/${id}/finish`)).status).toBe(200);
  expect(rulesOf(await ask('POST', `${schedules}/${id}/activate`))).toEqual([400, 'sandbox.schedule.status']);
  expect((await ask('DELETE', `/schedule/${id}/invigilators`, [user])).Errors?.[0]?.Code).toBe(305);
  expect((await ask('POST', `${schedules}/${id}/archive`)).status).toBe(200);
  expect((await ask('DELETE', `/schedule/${id}/invigilators`, [user])).Errors?.[0]?.Code).toBe(302);
});

test('a reset deletes everything and loads what the body has, or leaves all as it is', async () => {
  const ask = await serve('--sandbox');
  const { Users: _, ...withoutUsers } = BASE_CATALOGUE;
  await ask('POST', `${SANDBOX_PATH}/reset`, BASE_CATALOGUE);
  const id = String((await ask('POST', '/schedule', scheduleRequest())).Content);
  const links = () => ask('GET', `${SANDBOX_PATH}/schedules/${id}/links`);
  const broken = { ...withoutUsers, Roles: [{ Title: 7 }] };
  expect(rulesOf(await ask('POST', `${SANDBOX_PATH}/reset`, broken))[0]).toBe(400);
  expect((await links()).status).toBe(200);
  expect(await ask('POST', `${SANDBOX_PATH}/reset`, BASE_CATALOGUE)).toMatchObject({ status: 200 });
  expect(rulesOf(await links())).toEqual([400, 'sandbox.schedule.not-found']);
  expect((await ask('POST', '/schedule', scheduleRequest())).status).toBe(200);
  expect(await ask('POST', `${SANDBOX_PATH}/reset`)).toMatchObject({ status: 200, Content: {} });
  expect((await ask('POST', '/schedule', scheduleRequest())).status).toBe(400);
});

test('every path of the sandbox needs a token, and without the flag none is there', async () => {
  const [withSandbox, without] = [await serve('--sandbox'), await serve()];
  for (const { method, path } of Object.values(SANDBOX_ROUTES)) {
    const place = `${SANDBOX_PATH}${path.replace('{externalId}', 'S-1')}`;
    expect(rulesOf(await withSandbox(method, place, undefined, 'wrong'))).toEqual([403, 'http.token']);
    expect(rulesOf(await without(method, place))).toEqual([404, 'http.route']);
  }
  expect(rulesOf(await withSandbox('GET', `${SANDBOX_PATH}/reset`))).toEqual([405, 'http.method']);
});

test('the document of a server with the sandbox has its paths, each at the root of the host', async () => {
  const paths = async (ask: Awaited<ReturnType<typeof serve>>) => {
    const { paths } = (await ask('GET', '/openapi.json')) as unknown as {
      paths: Record<string, { servers?: unknown }>;
    };
    return Object.entries(paths).filter(([path]) => path.startsWith(SANDBOX_PATH));
  };
  expect(await paths(await serve())).toEqual([]);
  const found = await paths(await serve('--sandbox'));
  expect(found.map(([path]) => path)).toEqual(Object.values(SANDBOX_ROUTES).map(({ path }) => SANDBOX_PATH + path));
  for (const [, { servers }] of found) expect(servers).toEqual([{ url: '/' }]);
});
