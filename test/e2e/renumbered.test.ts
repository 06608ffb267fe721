/** A list that was renumbered is stopped before it overwrites people with each other. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const NAMES = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra'];
const user = (number: number, id = number, changes: object = {}) => {
  const [FirstName = '', LastName = ''] = (NAMES[number] ?? '').split(' ');
  const Email = `${FirstName.toLowerCase()}@example.org`;
  return {
    ExternalId: `n-${id}`,
    FirstName,
    LastName,
    Email,
    DateOfBirth: `2001-01-0${number + 1}`,
    Role: 'Candidate',
    ...changes,
  };
};
const SYNC = ['user', 'sync', 'users.csv', '--no-input'];

async function known() {
  const space = await createWorkspace();
  const sync = async (users: readonly Record<string, string>[], ...flags: string[]) => {
    await space.file('users.csv', csv(users));
    const { code, report } = await space.json([...SYNC, ...flags]);
    const told = report.findings.map(({ severity, line, rule }) => `${severity} ${line} ${rule}`);
    const { counts, findings, accepted } = report;
    return { code, told, counts, findings, accepted };
  };
  expect(await sync([user(0), user(1), user(2)])).toMatchObject({ code: 0, told: [] });
  return { ...space, sync };
}

/** Sends lists to a new store, or to a remote that accepts everything. */
async function createCall(isRemote: boolean) {
  const [space, server] = [await createWorkspace(), await startAnsweringServer()];
  const target = isRemote ? ['--base-url', server.url] : [];
  let token = TOKEN.EXAMCTL_TOKEN;
  const call = async (command: readonly string[], rows: readonly Record<string, string>[], ...flags: string[]) => {
    await space.file('list.csv', csv(rows));
    const args = [...command, 'list.csv', '--no-input', ...target, ...flags];
    const { code, report } = await space.json(args, { env: { EXAMCTL_TOKEN: token } });
    const told = report.findings.map(({ severity, line, rule }) => `${severity} ${line} ${rule}`);
    return { code, sent: report.counts.sent, told, findings: report.findings };
  };
  const changeToken = () => {
    token += '-again';
  };
  return Object.assign(call, { changeToken, runs: join(space.folder, '.examctl/runs') });
}

it('users who exchange their ids stop the run, also with --skip-invalid, and nothing is sent', async () => {
  const { sync, entries } = await known();
  const before = await entries('users');
  const list = [user(0, 1), user(1, 0), user(2), user(3)];
  for (const flags of [['-n'], [], ['--skip-invalid']]) {
    const { code, told, counts, findings } = await sync(list, ...flags);
    expect([code, counts.sent]).toEqual([3, 0]);
    expect(told).toEqual(
      [2, 3].flatMap((line) => [`error ${line} user.other-person`, `error ${line} user.renumbered`]),
    );
    expect(findings.map(({ message }) => message).slice(0, 2)).toEqual([
      'ExternalId is that of A••••• T••••• in the store, and here of A••••• L•••••',
      'This person exists already: the store has A••••• L••••• (n-1) as n-0, with the same name and e-mail',
    ]);
    expect(findings[1]?.suggestion).toContain('n-0');
  }
  expect(await entries('users')).toEqual(before);
  expect((await sync(list, '--accept', 'user.renumbered')).code).toBe(3);
  expect(await sync(list, '--accept', 'user.renumbered', '--accept', 'user.other-person')).toMatchObject({
    code: 0,
    counts: { succeeded: 4 },
    accepted: ['user.renumbered', 'user.other-person'],
  });
});

it('a known person under a new id is an error, with and without a birth date, until it is accepted', async () => {
  const { sync } = await known();
  for (const list of [
    [user(0, 9), user(1)],
    [user(0, 9, { DateOfBirth: '' }), user(1)],
  ]) {
    const stopped = await sync(list, '--skip-invalid');
    expect(stopped).toMatchObject({ code: 3, told: ['error 2 user.renumbered'], counts: { sent: 0 }, accepted: [] });
    expect(stopped.findings[0]?.suggestion).toBe('write n-0, or use --accept user.renumbered if this is right');
    expect(await sync(list, '-n', '--strict', '--accept', 'user.renumbered')).toMatchObject({
      code: 0,
      told: ['warning 2 user.renumbered'],
      accepted: ['user.renumbered'],
    });
  }
});

it('a new person with the address of a known one is an error, whatever the list says of that one', async () => {
  const { sync } = await known();
  const anna = user(3, 3, { FirstName: 'Anna', LastName: 'Turing', Email: 'alan@example.org' });
  for (const Email of ['', 'new@example.org']) {
    const stopped = await sync([user(1, 1, { Email }), anna], '--skip-invalid');
    expect(stopped).toMatchObject({ code: 3, told: ['error 3 user.email.known'], counts: { sent: 0 } });
  }
});

it('a list in which only the column of addresses was sorted is an error: their links would go to others', async () => {
  const { sync } = await known();
  const sorted = [0, 1, 2].map((id) => user(id, id, { Email: user((id + 1) % 3).Email }));
  expect(await sync(sorted)).toMatchObject({
    ...{ code: 3, counts: { sent: 0 } },
    told: [2, 3, 4].map((line) => `error ${line} user.email.known`),
  });
});

it.each([
  ['birth dates', 'DateOfBirth', { Email: 'ada@new.example.org' }],
  ['addresses', 'Email', { DateOfBirth: '2002-02-02' }],
])(
  'a list without %s gives no id to another person: what the store keeps says nothing of the new one',
  async (_, field, change) => {
    const { sync } = await known();
    expect(await sync([user(3, 0, { [field]: '' })])).toMatchObject({ code: 3, told: ['error 2 user.other-person'] });
    expect(await sync([user(0, 0, { [field]: '', ...change })])).toMatchObject({ code: 0 });
  },
);

describe.each([
  ['the store', false],
  ['the memory of a remote', true],
])('a person whom %s has under another id', (_, isRemote) => {
  async function asked() {
    const call = await createCall(isRemote);
    const ada = { ...user(0), UserName: 'ada' };
    expect(await call(['user', 'sync'], [ada, { ...user(1), UserName: 'alan' }])).toMatchObject({ code: 0 });
    return call;
  }

  it.each([
    ['by the same e-mail', { Email: 'ALAN@example.org', UserName: 'edsger' }, 'email.known'],
    ['by the user name', { UserName: 'alan' }, 'user-name.known'],
  ])('is an error that names both, %s alone', async (__, changes, rule) => {
    const call = await asked();
    const { FirstName, LastName, Email, UserName } = { ...user(3), ...changes };
    const candidate = row(1, { CandidateExtId: 'n-3', FirstName, LastName, Email, UserName });
    for (const [resource, command, rows] of [
      ['user', ['user', 'sync'], [user(3, 3, changes)]],
      ['candidate', ['schedule', 'push', '--upsert'], [candidate]],
    ] as const) {
      const found = await call(command, rows, '--skip-invalid');
      expect(found).toMatchObject({
        ...{ code: 3, sent: 0 },
        findings: [
          { severity: 'error', line: 2, rule: `${resource}.${rule}`, message: expect.stringContaining('as n-1') },
        ],
      });
      expect(found.findings[0]?.message).toMatch(/of E••••• D••••• \(n-3\)/);
      if (!isRemote) expect(found.findings[0]?.message).toContain('the store has A••••• T••••• as n-1');
      const accepted = await call(command, rows, '-n', '--accept', `${resource}.${rule}`);
      expect(accepted.findings.filter((one) => one.rule === `${resource}.${rule}`)).toMatchObject([
        { severity: 'warning' },
      ]);
    }
  });
});

it.each(['user.renumberd', 'user.email.shared'])(
  '--accept %s is refused, and the suspicions are listed',
  async (rule) => {
    const { run } = await known();
    for (const command of [SYNC, ['validate', 'users', 'users.csv']]) {
      const { code, stderr } = await run([...command, '--accept', rule]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('user.other-person, user.renumbered')]);
    }
  },
);

it('a renumbered list stops the run also with --missing disable: nobody is created again or disabled', async () => {
  const { sync, entries } = await known();
  const before = await entries('users');
  const list = [user(0, 9), user(1, 8), user(2)];
  for (const flags of [['-n'], []]) {
    const all = ['--missing', 'disable', '--max-missing', '100%', '--yes'];
    const { code, told, counts, findings } = await sync(list, ...all, ...flags);
    expect([code, counts.sent]).toEqual([3, 0]);
    expect(told.filter((one) => one.startsWith('error'))).toEqual(
      [2, 3].map((line) => `error ${line} user.renumbered`),
    );
    expect(findings.find(({ line }) => line === 2)?.message).toContain('This person exists already');
  }
  expect(await entries('users')).toEqual(before);
});

/** Retries a run of one user whose role was unknown. Meanwhile, `other` was sent, and the role was made. */
async function retriedLater(user3: object, flags: readonly string[], other?: Record<string, string>) {
  const { sync, load, json, run, file } = await known();
  await file('first.csv', csv([{ ...user(3, 9, { Role: 'Later' }), ...user3 }]));
  const first = await json(['user', 'sync', 'first.csv', ...flags]);
  expect(first.report.counts.failed).toBe(1);
  if (other !== undefined) expect((await sync([other])).code).toBe(0);
  await load({ Roles: [{ Title: 'Later', Participate: true, Permissions: [] }] });
  return run(['runs', 'retry', String(first.report.run)]);
}

it('a retried run that meets a known person under another id sends nothing', async () => {
  const { code, stdout } = await retriedLater({}, [], user(3));
  expect(code).toBe(3);
  expect(stdout).toContain('use --accept user.renumbered if this is right');
  expect(stdout).toContain('run the command of the run (examctl user sync) again');
});

it('a run keeps --accept when it is retried', async () => {
  expect((await retriedLater({}, ['--accept', 'user.renumbered'], user(3))).code).toBe(0);
});

it('with --strict, --skip-invalid leaves out a row with a warning, but a warning of the plan stops all', async () => {
  const { sync } = await known();
  const odd = user(3, 3, { City: '#N/A' });
  expect(await sync([user(0), odd, user(3, 4)], '-n', '--strict', '--skip-invalid')).toMatchObject({
    code: 4,
    counts: { valid: 2, invalid: 1, create: 1 },
  });
  expect(await sync([user(3, 1), user(2)], '--strict', '--skip-invalid')).toMatchObject({
    ...{ code: 3, told: ['error 2 user.other-person'], counts: { sent: 0 } },
  });
});

it.each([
  ['another e-mail', 'ada@home.example.org'],
  ['no e-mail', ''],
])('somebody who stands in the list under the known id with %s is a duplicate as well', async (_, Email) => {
  const { sync } = await known();
  for (const list of [
    [user(0, 0, { Email }), user(0, 9)],
    [user(0, 9), user(0, 0, { Email })],
  ]) {
    const { code, told, findings } = await sync(list, '-n');
    expect([code, told]).toEqual([0, [`warning ${list[0]?.Email === Email ? 3 : 2} user.external-id.same-person`]]);
    expect(findings[0]).toMatchObject({ column: 'ExternalId', message: expect.stringContaining('n-0') });
  }
});

it('namesakes who exchange their ids are renumbered, and no duplicates', async () => {
  const { sync } = await known();
  const namesake = (id: number) => user(0, id, { Email: 'other@example.org', DateOfBirth: '1999-01-01' });
  expect((await sync([user(0), namesake(7)])).code).toBe(0);
  const { code, told } = await sync([namesake(0), user(0, 7)], '-n');
  expect([code, told]).toEqual([3, [2, 3].map((line) => `error ${line} user.renumbered`)]);
});

it('candidates whom the store knows under other ids, or as other people, are errors, and a wrong name of a group is a warning', async () => {
  const { json, file } = await known();
  const person = (number: number, id: number) => {
    const { ExternalId: CandidateExtId, FirstName, LastName, Email } = user(number, id);
    return { CandidateExtId, FirstName, LastName, Email };
  };
  const rows = [row(1, { ...person(0, 1), GroupName: 'Medicine' }), row(1, { ...person(3, 8), GroupName: 'Medicine' })];
  await file('sittings.csv', csv(rows));
  const { report } = await json(['schedule', 'push', 'sittings.csv', '-n']);
  expect(report.findings.map(({ severity, line, rule }) => [severity, line, rule])).toEqual([
    ['warning', 2, 'schedule.group-name.another'],
    ['error', 2, 'candidate.other-person'],
    ['error', 2, 'candidate.renumbered'],
  ]);
});

describe('ids that lost their leading zeros', () => {
  const IDS = ['0044021', '0044022', '0044023'];
  const usersWith = (ids: readonly string[]) => ids.map((ExternalId, at) => user(at, at, { ExternalId }));
  const sittingWith = (ids: readonly string[]) =>
    ids.map((CandidateExtId, at) => {
      const { FirstName, LastName, Email } = user(at);
      return row(1, { CandidateExtId, FirstName, LastName, Email });
    });
  const short = IDS.map((id) => String(Number(id)));

  it.each([
    ['the store', false],
    ['the memory of a remote', true],
  ])('of a whole list stop it before anything is sent: %s has them', async (_, isRemote) => {
    const ask = await createCall(isRemote);
    const call: (...args: Parameters<typeof ask>) => Promise<object> = async (...args) => {
      const { findings, ...rest } = await ask(...args);
      const told = findings.filter(({ severity }) => severity === 'error');
      return { ...rest, told: told.map(({ rule, suggestion }) => [rule, suggestion]) };
    };
    const sync = ['user', 'sync'];
    const push = ['schedule', 'push', '--upsert'];
    expect(await call(sync, usersWith(IDS))).toMatchObject({ code: 0, told: [], sent: 3 });
    const told = (resource: string) =>
      IDS.map((id) => [
        `${resource}.lost-zeros`,
        `write ${id}, or use --accept ${resource}.lost-zeros if this is right`,
      ]);
    expect(await call(sync, usersWith(short))).toEqual({ code: 3, told: told('user'), sent: 0 });
    expect(await call(push, sittingWith(short))).toEqual({ code: 3, told: told('candidate'), sent: 0 });
    expect(await call(push, sittingWith(IDS))).toEqual({ code: 0, told: [], sent: 1 });
    const accepted = ['--accept', 'user.lost-zeros'];
    expect(await call(sync, usersWith(short), ...accepted)).toMatchObject({ code: 0, told: [], sent: 3 });
  });
});

describe('of a remote platform, which tells no users', () => {
  const person = (number: number, id: number) => {
    const { ExternalId: CandidateExtId, FirstName, LastName, Email } = user(number, id);
    return { CandidateExtId, FirstName, LastName, Email };
  };

  async function sent() {
    const call = await createCall(true);
    const sync = (users: readonly Record<string, string>[], ...flags: string[]) =>
      call(['user', 'sync'], users, ...flags);
    const push = (rows: readonly Record<string, string>[], ...flags: string[]) =>
      call(['schedule', 'push', '--upsert'], rows, ...flags);
    return { sync, push, changeToken: call.changeToken, folder: call.runs };
  }

  it('users are not taken for others by a run with a new token, and are known again after it', async () => {
    const { sync, changeToken } = await sent();
    const list = [user(0), user(1)];
    expect(await sync(list)).toMatchObject({ code: 0, told: [], sent: 2 });
    changeToken();
    expect(await sync(list)).toMatchObject({ code: 0, told: [], sent: 2 });
    expect((await sync([user(0, 1), user(1, 0)])).code).toBe(3);
  });

  it('users who exchange their ids after a run stop the next one', async () => {
    const { sync, folder } = await sent();
    expect(await sync([user(0), user(1), user(2)])).toMatchObject({ code: 0, told: [], sent: 3 });
    const list = [user(0, 1), user(1, 0), user(2), user(3)];
    const told = [2, 3].map((line) => `error ${line} user.other-person`);
    const errors = [2, 3].map((line) => `error ${line} user.renumbered`);
    for (const flags of [['-n'], ['--skip-invalid']]) {
      const found = await sync(list, ...flags);
      expect([found.code, found.sent, found.told.toSorted()]).toEqual([3, 0, [...told, ...errors].toSorted()]);
    }
    expect(await sync(list, '--accept', 'user.renumbered', '--accept', 'user.other-person')).toMatchObject({
      code: 0,
      sent: 3,
    });
    expect(await sync(list, '--full')).toMatchObject({ code: 0, told: [], sent: 4 });
    const names = await readdir(folder);
    const text = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
    expect(text).toContain('n-1');
    // As whole words: the digits of a digest may hold three letters or four digits by chance.
    expect(text).not.toMatch(/\bAda\b|Lovelace|example\.org|\b2001-?01/i);
  });

  it('candidates who exchange their ids after a push stop the next one, and so are they in a list of users', async () => {
    const { sync, push } = await sent();
    const rows = (...ids: readonly number[]) => ids.map((id, number) => row(1, person(number, id)));
    expect(await push(rows(0, 1))).toMatchObject({ code: 0, told: [], sent: 1 });
    expect(await push(rows(0, 1))).toMatchObject({ told: [] });
    const told = (line: number) => ['other-person', 'renumbered'].map((rule) => `error ${line} candidate.${rule}`);
    expect((await push(rows(1, 0), '-n')).told).toEqual([...told(2), ...told(3)]);
    expect((await sync([user(0, 5)], '-n')).told).toEqual(['error 2 user.renumbered']);
  });
});
