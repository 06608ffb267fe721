/** Questions keep all answers: a fault leads back to its question, and a no leads to a menu of changes. */
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import type { RunOptions } from '../support/cli/program.ts';
import { ENTER, type Reply, type Scripted, scriptedPrompter } from '../support/cli/scripted-prompter.ts';
import { createWorkspace, digestsOf, type Workspace } from '../support/cli/workspace.ts';

const OTHERS = 'Which other fields?';
const SEND = 'Send it?';

/** `meanwhile` does something while the person thinks about a yes or no, by the question. */
async function converse(
  { folder, store }: Workspace,
  args: readonly string[],
  replies: readonly Reply[],
  meanwhile: Readonly<Record<string, () => Promise<void>>> = {},
  env: RunOptions['env'] = {},
) {
  const script = scriptedPrompter(replies);
  const options: RunOptions = { cwd: folder, env: { EXAMCTL_STORE: store, ...env } };
  const openPrompter: typeof script.openPrompter = async (...at) => {
    const prompter = await script.openPrompter(...at);
    const confirm = async (message: string) => {
      await meanwhile[message]?.();
      return prompter.confirm(message);
    };
    return { ...prompter, confirm };
  };
  const ended = await runInProcess(args, { ...options, openPrompter, terminal: { columns: 100 } });
  expect({ left: script.left(), fault: /internal fault.*/.exec(ended.stderr + ended.stdout)?.[0] }).toEqual({
    left: [],
  });
  return { ...ended, ...script };
}

/** What the choice of a dash says it does. */
function dashOf(choices: Scripted['choices']): string | undefined {
  return [...choices.values()].flat().find(({ value }) => value === '-')?.title;
}

const SCHEDULE: readonly Reply[] = [
  ['AssessmentExtId', 'LAW-101'],
  ['StartDateTime', '2027-03-01 09:00+01:00'],
  ['GroupExtId', 'LAW-1'],
  ['GroupName', ENTER],
  [OTHERS, ['ScheduleExtId', 'EndDateTime', 'PIN']],
  ['ScheduleExtId', 'S-1'],
];

describe('schedule push without a file', () => {
  it('returns to the faulty question before it sends, with all other answers kept', async () => {
    const space = await createWorkspace();
    const { code, stderr, asked } = await converse(
      space,
      ['schedule', 'push'],
      [
        ...SCHEDULE,
        ['EndDateTime', '2027-03-01 08:00+01:00'],
        ['PIN', '9173'],
        ['Add a candidate?', false],
        ['EndDateTime', '2027-03-01 13:00+01:00'],
        [SEND, true],
      ],
    );
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/This cannot be sent:\n {2}.*End/),
    });
    expect(asked.filter((question) => question.startsWith('GroupName'))).toEqual([expect.stringContaining('[')]);
    expect(await space.entries<object>('schedules')).toContainEqual(
      expect.objectContaining({ Schedule: expect.objectContaining({ ScheduleExtId: 'S-1', PIN: '9173' }) }),
    );
  });

  it('can be changed after a no, offers existing users as candidates, and prints the equivalent command', async () => {
    const space = await createWorkspace();
    const { code, stdout, stderr, asked } = await converse(
      space,
      ['schedule', 'push'],
      [
        ...SCHEDULE,
        ['EndDateTime', '2027-03-01 13:00+01:00'],
        ['PIN', '9173'],
        ['Add a candidate?', false],
        [SEND, false],
        ['What is to be changed?', 'Schedule.ScheduleExtId'],
        ['ScheduleExtId', 'S-2'],
        [SEND, false],
        ['What is to be changed?', 'Add a candidate'],
        ['CandidateExtId', 'u-1'],
        ['FirstName', ENTER],
        ['LastName', ENTER],
        ['Email', 'new@example.org'],
        [OTHERS, []],
        [SEND, true],
      ],
    );
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stderr).toContain('u-1 is a user already');
    expect(stderr).toMatch(
      /\nThis will change users who are there already:\n {2}Email of u-1: \S+ → new@example.org\n/,
    );
    expect(asked).toEqual(expect.arrayContaining([expect.stringMatching(/^ScheduleExtId .*\[S-1\]$/)]));
    expect(asked).toEqual(expect.arrayContaining([expect.stringMatching(/^FirstName: \[\w+\]$/)]));
    const [, json = ''] =
      /The same without questions \(but for PIN, which is secret\):\n(?:.* <<'END')\n(.*)\nEND/.exec(stderr) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      Schedule: { ScheduleExtId: 'S-2' },
      Candidates: [{ CandidateExtId: 'u-1' }],
    });
    expect(stderr).not.toContain('9173');
  });
});

describe('user sync without a file', () => {
  it('stops with 8 if the store has changed since the preview, so that no change of others is taken back', async () => {
    const space = await createWorkspace();
    const user = { ExternalId: 'u-700', FirstName: 'Zoë', LastName: 'Quist', Role: 'Candidate' };
    await space.load({ Users: [user] });
    const replies: Reply[] = [
      ['ExternalId', 'u-700'],
      ['FirstName', ENTER],
      ['LastName', ENTER],
      [OTHERS, ['Email']],
      ['Email', 'z@example.org'],
      [SEND, true],
    ];
    const meanwhile = async () => void (await space.load({ Users: [{ ...user, FirstName: 'Maëlle' }] }));
    const { code, stderr } = await converse(space, ['user', 'sync'], replies, { [SEND]: meanwhile });
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringMatching(/The store has changed since the question/),
    });
    // Given literally, that command would take the other's change back.
    expect(stderr).not.toContain('The same without questions');
    const stored = (await space.entries<{ ExternalId: string }>('users')).find(
      ({ ExternalId }) => ExternalId === 'u-700',
    );
    expect(stored).toMatchObject({ FirstName: 'Maëlle' });
    expect((await converse(space, ['user', 'sync'], replies)).code).toBe(0);
  });

  it('leaves out a yes or no that Enter answers, and asks again for the values of a person that was not meant', async () => {
    const space = await createWorkspace();
    const users = [
      { ExternalId: 'm-1', FirstName: 'Maëlle', LastName: 'One', Email: 'm.one@example.org' },
      { ExternalId: 'm-2', FirstName: 'Chloé', LastName: 'Two', Email: 'c.two@example.org' },
    ];
    await space.load({ Users: users });
    const { code, stderr, asked } = await converse(
      space,
      ['user', 'sync'],
      [
        ['ExternalId', 'm-1'],
        ['FirstName', ENTER],
        ['LastName', 'Three'],
        [OTHERS, ['Email', 'DisableLogin']],
        ['Email', ENTER],
        ['DisableLogin', ENTER],
        [SEND, false],
        ['What is to be changed?', 'ExternalId'],
        ['ExternalId', 'm-2'],
        ['FirstName', ENTER],
        ['Email', ENTER],
        [SEND, true],
      ],
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(asked).toEqual(expect.arrayContaining([expect.stringMatching(/^DisableLogin.* \[-\]$/)]));
    expect(stderr.split('This will change:').at(-1)).toMatch(/^\n {2}LastName: Two \S+ Three\n/);
    const [first, second] = (await space.entries<{ ExternalId: string }>('users')).filter(({ ExternalId }) =>
      ExternalId.startsWith('m-'),
    );
    expect(first).toMatchObject(users[0] as object);
    expect(second).toMatchObject({ ...users[1], LastName: 'Three' });
    expect(second).not.toHaveProperty('DisableLogin', true);
  });

  it('says that a dash removes the value of an existing user, and leaves out that of a new one', async () => {
    const space = await createWorkspace();
    const user = { ExternalId: 'u-800', FirstName: 'Zoë', LastName: 'Quist', Role: 'Candidate' };
    await space.load({ Users: [{ ...user, Email: 'z@example.org', DisableLogin: false }] });
    const ask = (id: string, name: Reply[1]) =>
      converse(
        space,
        ['user', 'sync', '-n'],
        [
          ['ExternalId', id],
          ['FirstName', name],
          ['LastName', name],
          [OTHERS, ['Email', 'DisableLogin']],
          ['Email', name === ENTER ? '-' : 'n@example.org'],
          ['DisableLogin', '-'],
        ],
      );
    const known = await ask('u-800', ENTER);
    expect(known.asked).toContain('Email (E-mail address) (- removes it): [z@example.org]');
    expect(dashOf(known.choices)).toEqual('removes it');
    expect(dashOf((await ask('u-801', 'New')).choices)).toEqual('leaves it out');
  });

  describe.each<[string, { stored: unknown; typed: Reply[1]; question: string; line: string; after: unknown }]>([
    [
      'Labels',
      {
        stored: ['Law, year 1', 'honours'],
        typed: 'Law, year 1|honours|new',
        question: '(- removes it; | between entries): [Law, year 1|honours]',
        line: 'Law, year 1|honours → Law, year 1|honours|new',
        after: ['Law, year 1', 'honours', 'new'],
      },
    ],
    [
      'PostalAddress',
      {
        stored: 'Street 1\nTown',
        typed: 'Street 2',
        question: '(- removes it): ["Street 1\\nTown"]',
        line: '"Street 1\\nTown" → Street 2',
        after: 'Street 2',
      },
    ],
    ['City', { stored: '-', typed: '-', question: '["-"]', line: '"-" → (none)', after: undefined }],
  ])('offers a value of %s in a form', (name, { stored, typed, question, line, after }) => {
    const ask = async (answer: Reply[1]) => {
      const space = await createWorkspace();
      const user = { ExternalId: 'u-800', FirstName: 'Zoë', LastName: 'Quist', Role: 'Candidate' };
      await space.load({ Users: [{ ...user, [name]: stored }] });
      const start: Reply[] = [
        ['ExternalId', 'u-800'],
        ['FirstName', ENTER],
        ['LastName', ENTER],
      ];
      const end: Reply[] = [[OTHERS, [name]], [name, answer], ...(answer === ENTER ? [] : [[SEND, true] as const])];
      const args = ['user', 'sync', ...(answer === ENTER ? ['-n'] : [])];
      const ended = await converse(space, args, [...start, ...end]);
      const users = await space.entries<Record<string, unknown>>('users');
      return { ...ended, user: users.find(({ ExternalId }) => ExternalId === 'u-800') };
    };

    it('that can be changed, as the preview shows', async () => {
      const { asked, stderr, user } = await ask(typed);
      expect(asked.at(-2)).toContain(question);
      expect(stderr).toContain(`This will change:\n  ${name}: ${line}\n`);
      expect(user?.[name]).toEqual(after);
    });

    it('that Enter keeps', async () => {
      const { stdout, user } = await ask(ENTER);
      expect(stdout).toContain('Nothing to change');
      expect(user?.[name]).toEqual(stored);
    });
  });

  it('refuses another text in quotes in place of an offered one, which would be stored with its quotes', async () => {
    const space = await createWorkspace();
    const user = { ExternalId: 'u-800', FirstName: 'Zoë', LastName: 'Quist', Role: 'Candidate' };
    await space.load({ Users: [{ ...user, PostalAddress: 'Street 1\nTown' }] });
    const { refused } = await converse(
      space,
      ['user', 'sync', '-n'],
      [
        ['ExternalId', 'u-800'],
        ['FirstName', ENTER],
        ['LastName', ENTER],
        [OTHERS, ['PostalAddress']],
        ['PostalAddress', '"Street 1\\nTown"X'],
        ['PostalAddress', 'Street 2'],
      ],
    );
    expect(refused).toEqual([expect.stringContaining('type it as a whole, without quotes')]);
  });

  it('reports a new id with a similar existing one, and shows messages without codes', async () => {
    const space = await createWorkspace();
    const { code, stderr, refused } = await converse(
      space,
      ['user', 'sync'],
      [
        ['ExternalId', 'lecturer.hu m'],
        ['ExternalId', 'u-1O'],
        ['FirstName', 'Tina'],
        ['LastName', ''],
        ['LastName', 'Tester'],
        [OTHERS, ['Email']],
        ['Email', 'tina@'],
        ['Email', 'tina@example.org'],
        [SEND, false],
        ['What is to be changed?', 'Email'],
        ['Email', '-'],
        [SEND, false],
        ['What is to be changed?', 'Stop: nothing is sent'],
      ],
    );
    expect({ code, stderr }).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/u-1O is a new user. Did you mean u-1/),
    });
    expect(refused).toHaveLength(3);
    expect(refused.join('\n')).not.toContain('code');
    expect(stderr.slice(stderr.lastIndexOf('This will be sent'))).not.toContain('tina@example.org');
  });
});

/** The command that was printed as the same without questions, with the words of a shell. */
function equivalentIn(stderr: string): string[] {
  const [, line = ''] = /The same without questions.*:\nexamctl (.*?)(?: <<'END')?\n/.exec(stderr) ?? [];
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
}

/** The answers about a collection. */
function collectionOf(title: string): Reply[] {
  return [
    ['Title', title],
    [OTHERS, ['ExternalId']],
    ['ExternalId', 'Law1'],
  ];
}

describe('the same without questions', () => {
  const FLAGS = ['-n', '--max-changes', '5', '--report', 'my report.json', '--timeout=30s', '-v'];

  it('has all flags that were given, and the record in place of those about it', async () => {
    const space = await createWorkspace();
    const user: Reply[] = [
      ['ExternalId', 'u-new-1'],
      ['FirstName', 'Tina'],
      ['LastName', 'Tester'],
      [OTHERS, []],
    ];
    const flags = [...FLAGS, '--strict', '--returning', 'enable', '--expect', 'create=1', '--store', space.store];
    const { stderr, code } = await converse(space, ['user', 'sync', ...flags], user);
    expect({ code, words: equivalentIn(stderr) }).toEqual({
      ...{ code: 0, words: ['user', 'sync', '-', '--format', 'ndjson', ...flags] },
    });
    const [, record = ''] = /<<'END'\n(.*)\nEND/.exec(stderr) ?? [];
    const again = await space.run(equivalentIn(stderr), { input: `${record}\n` });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Dry run: nothing was changed.') });
  });

  it('has the flags of one schedule as they were answered, and never its PIN', async () => {
    const space = await createWorkspace();
    const flags = ['--upsert', '--workflow', 'DEFAULT', ...FLAGS];
    await space.file('pin.txt', '9173\n');
    const known = ['--pin-file', 'pin.txt', '--group-ext-id=LAW-1', '--group-name', 'Law'];
    const { stderr } = await converse(
      space,
      ['schedule', 'push', ...known, ...flags],
      [...SCHEDULE.slice(0, 2), [OTHERS, ['ScheduleExtId']], ['ScheduleExtId', 'S-1'], ['Add a candidate?', false]],
    );
    const [...words] = equivalentIn(stderr);
    expect(words.splice(-flags.length)).toEqual(flags);
    const given = '--group-ext-id LAW-1 --group-name Law';
    const answers = '--assessment-ext-id LAW-101 --start-date-time 2027-03-01T08:00:00.000Z --schedule-ext-id S-1';
    expect(words.join(' ')).toBe(`schedule push ${given} ${answers}`);
    expect(stderr).not.toContain('9173');
  });

  it('names the profile and no address in its place, so that its token and its protection stay', async () => {
    const space = await createWorkspace();
    await space.file('examctl.config.json', JSON.stringify({ profiles: { test: { store: space.store } } }));
    const { stderr } = await converse(space, ['collection', 'add', '--profile', 'test', '-n'], collectionOf('Law'));
    expect(equivalentIn(stderr).join(' ')).toBe('collection add --title Law --external-id Law1 --profile test -n');
  });
});

it('after a stop no command is printed: it would do what was not done', async () => {
  const space = await createWorkspace();
  const [known] = await space.entries<{ Schedule: object; Invigilators: string[] }>('schedules');
  const Schedule = { ...known?.Schedule, ScheduleExtId: 'S-OPEN' };
  await space.load({ Schedules: [{ Schedule, Status: 'ACTIVATED', Candidates: [], Invigilators: ['u-6'] }] });
  const removal: Reply[] = [
    ['ScheduleExtId', 'S-OPEN'],
    ['UserExtId', ['u-6']],
  ];
  const question = 'Remove u-6 from schedule S-OPEN?';
  const no = await converse(space, ['invigilators', 'remove'], [...removal, [question, false]]);
  expect({ ...no }).toMatchObject({ code: 130, stderr: expect.stringContaining('Not confirmed') });
  expect(no.stderr).not.toContain('without questions');
  const dry = await converse(space, ['invigilators', 'remove', '-n'], removal);
  expect(dry.stderr).toContain('The same without questions');
});

it('an id that looks like a flag is printed so that the command takes it for an id', async () => {
  const space = await createWorkspace();
  const [known] = await space.entries<{ Schedule: object; Invigilators: string[] }>('schedules');
  const Schedule = { ...known?.Schedule, ScheduleExtId: '-S-1' };
  const Invigilators = ['-x', '--yes'];
  await space.load({
    Users: Invigilators.map((ExternalId) => ({ ExternalId, FirstName: 'Ada', LastName: 'One', Role: 'Candidate' })),
    Schedules: [{ Schedule, Status: 'ACTIVATED', Candidates: [], Invigilators }],
  });
  const replies: Reply[] = [
    ['ScheduleExtId', '-S-1'],
    ['UserExtId', Invigilators],
  ];
  const { stderr } = await converse(space, ['invigilators', 'remove', '--dry-run'], replies);
  const again = await space.run(equivalentIn(stderr));
  expect({ ...again }).toMatchObject({ code: 0, stdout: expect.stringContaining('2') });
  expect(equivalentIn(stderr)).toEqual(['invigilators', 'remove', '--yes', '--dry-run', '--', '-S-1', ...Invigilators]);
});

it('a value that looks like a flag is printed so that the command takes it for a value', async () => {
  const space = await createWorkspace();
  const { stderr } = await converse(space, ['collection', 'add', '-n'], collectionOf('--json'));
  expect(equivalentIn(stderr).join(' ')).toBe('collection add --title=--json --external-id Law1 -n');
});

describe('the token of a remote', () => {
  it.each([
    [{}, true],
    [{ EXAMCTL_TOKEN: 'canary-1' }, false],
  ])('is named as missing from the printed command if it was typed: %j', async (env, isTyped) => {
    const space = await createWorkspace();
    const flags = ['--base-url', 'http://127.0.0.1:1', '-n'];
    const replies: Reply[] = [
      ['ExternalId', 'u-1'],
      ['FirstName', 'Ada'],
      ['LastName', 'Byron'],
      [OTHERS, []],
      ...(isTyped ? [['Token of the remote platform', 'canary-1'] as const] : []),
    ];
    const { stderr } = await converse(space, ['user', 'sync', ...flags], replies, {}, env);
    expect(stderr.includes('The same without questions (but for EXAMCTL_TOKEN, which is secret):')).toBe(isTyped);
    expect(stderr).not.toContain('canary');
  });

  it('is asked for once the command has said where it sends', async () => {
    const { folder } = await createWorkspace();
    const script = scriptedPrompter([['Token of the remote platform', 'canary-1']]);
    const saidBefore: string[] = [];
    const args = ['collection', 'add', '--title', 'Law', '--base-url', 'http://127.0.0.1:1', '--retries', '0'];
    const { code } = await runInProcess(args, {
      ...{ cwd: folder, env: { EXAMCTL_STORE: '' }, terminal: { columns: 100 } },
      openPrompter: async (output, signal) => {
        saidBefore.push((output.stderr as unknown as { text(): string }).text());
        return script.openPrompter(output, signal);
      },
    });
    expect({ code, left: script.left() }).toEqual({ code: 6, left: [] });
    expect(saidBefore).toEqual([expect.stringContaining('Sending to http://127.0.0.1:1')]);
  });

  it('is asked for again if no request can carry it, so that the answers are not lost', async () => {
    const space = await createWorkspace();
    const args = ['collection', 'add', '--title', 'Law', '--base-url', 'http://127.0.0.1:1', '--retries', '0'];
    const { code, refused, stderr } = await converse(space, args, [
      ['Token of the remote platform', ''],
      ['Token of the remote platform', 'canary 1'],
      ['Token of the remote platform', ' canary-2 '],
    ]);
    expect({ code, refused }).toEqual({
      code: 6,
      refused: ['The token is empty', expect.stringMatching(/^The token holds characters .*spaces/)],
    });
    expect(stderr + refused.join('')).not.toContain('canary');
  });

  it('is asked for after the profile is confirmed, with the address that gets it', async () => {
    const space = await createWorkspace();
    const profiles = { prod: { baseUrl: 'http://127.0.0.1:1', protected: true } };
    await space.file('.config/examctl/config.json', JSON.stringify({ profiles }));
    const args = ['collection', 'add', '--title', 'Law', '--profile', 'prod', '--retries', '0'];
    const { code } = await converse(
      space,
      args,
      [
        ['Name of the protected profile', 'prod'],
        ['Token of the remote platform http://127.0.0.1:1 (profile prod):', 'canary'],
      ],
      {},
      { EXAMCTL_STORE: '' },
    );
    expect(code).toBe(6);
  });
});

describe('a protected profile', () => {
  it('is confirmed in the command that is printed', async () => {
    const space = await createWorkspace();
    await space.file(
      'examctl.config.json',
      JSON.stringify({ profiles: { p: { store: space.store, protected: true } } }),
    );
    const title: Reply[] = [...collectionOf('Law'), [SEND, true], ['Name of the protected profile', 'p']];
    const { code, stderr } = await converse(space, ['collection', 'add', '--profile', 'p'], title);
    expect({ code, words: equivalentIn(stderr).join(' ') }).toEqual({
      ...{ code: 0, words: 'collection add --title Law --external-id Law1 --profile p --confirm p' },
    });
  });
});

describe('invigilators remove without arguments', () => {
  it('removes nobody if no user is chosen', async () => {
    const space = await createWorkspace();
    const [known] = await space.entries<{ Schedule: object; Invigilators: string[] }>('schedules');
    const Schedule = { ...known?.Schedule, ScheduleExtId: 'S-OPEN' };
    await space.load({ Schedules: [{ Schedule, Status: 'ACTIVATED', Candidates: [], Invigilators: ['u-6'] }] });
    const replies: Reply[] = [
      ['ScheduleExtId', 'S-OPEN'],
      ['UserExtId', []],
    ];
    const { code, stdout, stderr } = await converse(space, ['invigilators', 'remove'], replies);
    expect({ code, said: stdout + stderr }).toEqual({ code: 2, said: expect.stringContaining('ID is missing') });
  });
});

describe('warnings', () => {
  const STOP: Reply = ['What is to be changed?', 'Stop: nothing is sent'];
  const NO_CANDIDATE: Reply = ['Add a candidate?', false];

  it('of a record are shown before it is sent, and again after each change', async () => {
    const space = await createWorkspace();
    const replies: Reply[] = [
      ...SCHEDULE.slice(0, 4),
      [OTHERS, ['Title']],
      ['Title', 'Law\u200b'],
      ...[NO_CANDIDATE, [SEND, false] as const],
      ...([['What is to be changed?', 'Schedule.GroupExtId'], ['GroupExtId', 'LAW-2'], [SEND, false], STOP] as const),
    ];
    const { code, stderr } = await converse(space, ['schedule', 'push'], replies);
    expect(code).toBe(130);
    const [, first = '', second = ''] = stderr.split('This will be sent:');
    expect(first).toMatch(/warning.* Schedule\.Title of .*\s.*cannot be seen/);
    expect(first).toMatch(/warning.*no candidates/);
    expect(first).not.toContain('GroupName differs');
    // No flag is named that was not given.
    expect(stderr).not.toContain('--title');
    expect(second).toMatch(/warning.*GroupName differs from the name that\s+LAW-2 has in the store/);
  });

  it('name the flag that has the value, if there is one', async () => {
    const space = await createWorkspace();
    const replies: Reply[] = [...SCHEDULE.slice(0, 4), [OTHERS, []], NO_CANDIDATE, [SEND, false], STOP];
    const { stderr } = await converse(space, ['schedule', 'push', '--title', 'Law\u200b'], replies);
    expect(stderr).toMatch(/warning.* --title:/);
    const first = ['--assessment-ext-id', 'LAW-101', '--start-date-time', '2027-03-01 09:00+01:00'];
    const group = ['--group-ext-id', 'LAW-1', '--group-name', 'Law'];
    const pushed = await space.run(['schedule', 'push', ...first, ...group, '--title', 'Law\u200b', '-n']);
    expect(pushed.stdout).toMatch(/warning.* --title:/);
  });

  it('count as errors with --strict: the answers are kept, and can be changed', async () => {
    const space = await createWorkspace();
    const replies: Reply[] = [
      ...SCHEDULE.slice(0, 4),
      ...([[OTHERS, []], NO_CANDIDATE] as const),
      ['What is to be changed?', 'Add a candidate'],
      ...([
        ['CandidateExtId', 'u-1'],
        ['FirstName', ENTER],
        ['LastName', ENTER],
        ['Email', ENTER],
      ] as const),
      ...([
        [OTHERS, []],
        [SEND, true],
      ] as const),
    ];
    const { code, stderr } = await converse(space, ['schedule', 'push', '--strict'], replies);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /This cannot be sent:\n.*no candidates; add its candidates, or give their file with --candidates/,
      ),
    });
  });

  it('about logins that are kept come before the number is asked for, and only there', async () => {
    const space = await createWorkspace();
    await space.file('u.csv', 'ExternalId,LastName,FirstName\nu-1,van der Berg,Marijke\n');
    const args = ['user', 'sync', 'u.csv', '--missing', 'disable'];
    const { code, stderr } = await converse(space, args, [['Disable', '']]);
    expect(code).toBe(130);
    const [before = ''] = stderr.split('Not confirmed');
    expect(before).toMatch(/warning.*u-2 stays enabled/);
    const { counts } = (await space.json([...args, '--dry-run'])).report;
    const done = await converse(space, args, [['Disable', String(counts.disabled)]]);
    expect(done.code).toBe(0);
    expect((done.stdout + done.stderr).match(/u-2 stays enabled/g)).toHaveLength(1);
  });
});

describe('a store that is not there', () => {
  it.each(['user sync', 'collection add', 'schedule push', 'invigilators remove', 'review-session show'])(
    'is reported before %s asks anything',
    async (command) => {
      const space = await createWorkspace();
      const { code, stderr } = await converse(space, [...command.split(' '), '--store', 'none'], []);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('There is no store in none') });
    },
  );
});

describe('an address with a password', () => {
  it.each([
    ['--base-url', 'https://u:canary-1@127.0.0.1:1'],
    ['--store', 'postgres://u:canary-1@127.0.0.1:1/exams'],
  ])('is refused before the questions, and is in no command that is printed: %s', async (flag, address) => {
    const space = await createWorkspace();
    for (const command of ['user sync', 'collection add', 'schedule push', 'invigilators remove']) {
      const { code, stdout, stderr } = await converse(space, [...command.split(' '), flag, address], []);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain('canary-1');
    }
  });
});

it('a rejects file that could not be read again is refused before anything is asked', async () => {
  const { code, stderr } = await converse(await createWorkspace(), ['user', 'sync', '--rejects', 'rej.csv'], []);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('rej.csv must end in .ndjson') });
});

describe('a flag about files, where no file is read,', () => {
  it.each([
    'user sync --set Role=Examiner',
    'collection add --title Law --set Owner=scheduler.two',
    'schedule push --sheet 2',
    'schedule push --assessment-ext-id LAW-101 --candidates-sheet 2',
    'schedule push --candidates c.csv',
    'invigilators remove LAW-101-2026-001 u-6 --yes --map a=UserExtId',
    'user sync --header-row=3',
    'user sync --encoding windows-1252',
    'collection add --title Law --fix',
  ])('is refused before anything is asked or done: %s', async (command) => {
    const space = await createWorkspace();
    const before = await digestsOf(space.store);
    const { code, stderr } = await converse(space, command.split(' '), []);
    const flag = /--(?:set|sheet|candidates(?:-sheet)?|map|header-row|encoding|fix)\b/.exec(command)?.[0];
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`examctl: ${flag} `) });
    expect(await digestsOf(space.store)).toEqual(before);
  });
});
