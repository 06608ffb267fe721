import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';
import {
  chosen,
  converse,
  corrected,
  eachOf,
  type FlowOptions,
  interruptAt,
  type Step,
  ticked,
  typed,
  withTerminal,
} from '../support/terminal/flow.ts';
import { openInProcess } from '../support/terminal/in-process.ts';
import { KEYS, type Terminal } from '../support/terminal/terminal.ts';

const PASSWORD = 'canary-5b7e-password';
const SENT = 'Send it?';

const USER: readonly Step[] = [
  corrected('? ExternalId', 'u 900', '> ExternalId ', 'u-900'),
  typed('? FirstName', 'Tina'),
  corrected('? LastName', '', 'LastName is required', 'Tester'),
  ticked('? Which other fields?', 'Email', 'Role', 'Password', 'Hierarchies'),
  corrected('? Email', 'tina@', 'Email is not a valid e-mail address', 'tina@example.org'),
  chosen('? Role', 'Exam office'),
  corrected('? Password', 'abc', 'Password is shorter than 5 characters', PASSWORD),
  ticked('? Hierarchies', 'LAW-1', 'LAW-2'),
  typed(`? ${SENT}`, 'y'),
];

const INVIGILATORS: readonly Step[] = [
  chosen('? ScheduleExtId', 'S-OPEN'),
  ticked('? UserExtId', 'u-6', 'u-7'),
  typed('? Remove u-6, u-7 from schedule S-OPEN?', 'y'),
];

const REVIEW: readonly Step[] = [chosen('? ExternalId', 'RS-LAW-101-2026')];

/** The last question answered with no; what was typed could still be changed. */
function declined(steps: readonly Step[]): Step[] {
  const last = steps.at(-1)?.see ?? '';
  const given = [...steps.slice(0, -1), typed(last, 'n')];
  return last.includes(SENT) ? [...given, chosen('? What is to be changed?', 'Stop')] : given;
}

async function prepared() {
  const workspace = await createWorkspace();
  const catalogue = {
    Schedules: [
      {
        Schedule: {
          ScheduleExtId: 'S-OPEN',
          AssessmentExtId: 'LAW-101',
          Title: 'Contract law',
          StartDateTime: '2027-06-15T07:00:00.000Z',
          EndDateTime: '2027-06-15T10:30:00.000Z',
          GroupExtId: 'LAW-1',
          GroupName: 'Law, year 1',
          Owner: 'scheduler.one',
        },
        Status: 'ACTIVATED',
        Candidates: [],
        Invigilators: ['u-6', 'u-7', 'u-8'],
      },
    ],
  };
  await workspace.load(catalogue);
  const atProcess = { cwd: workspace.folder, env: { EXAMCTL_STORE: workspace.store } };
  const at = { ...atProcess, open: openInProcess };
  const shown = async (...what: string[]) => JSON.parse((await workspace.run(['local', 'show', ...what])).stdout);
  return { ...workspace, at, atProcess, shown };
}

function expectTidyEnd(terminal: Terminal): void {
  expect(terminal.isCursorShown()).toBe(true);
  expect(terminal.cursorColumn()).toBe(0);
  expect(terminal.screen()).not.toMatch(/^\s+at .*:\d+/m);
  expect(terminal.screen()).not.toContain('ExitPromptError');
}

it('a list of choices fits into a low terminal, with its question', async () => {
  const { folder, store } = await createWorkspace();
  const options = { cwd: folder, env: { EXAMCTL_STORE: store }, rows: 10 };
  await withTerminal(['schedule', 'push'], { ...options, open: openInProcess }, async (terminal) => {
    await terminal.sees('? AssessmentExtId');
    expect(terminal.screen().trimEnd().split('\n').length).toBeLessThan(10);
  });
});

it.each(['?', KEYS.enter])('%j at a list says how to choose, and the question goes on', async (key) => {
  const { at } = await prepared();
  await withTerminal(['review-session', 'show'], at, async (terminal) => {
    await terminal.sees('? ExternalId');
    terminal.type(key);
    await terminal.sees('Enter takes it. Ctrl-C stops, and nothing is sent.');
    terminal.type(KEYS.enter);
    await terminal.sees('Scores:');
  });
});

it('mapping draft asks about open columns and for the name of the file, and prints the command that repeats it', async () => {
  const { folder, file, at, run } = await prepared();
  await file('my list.csv', 'Kenmerk,Achternaam,Voornaam,Klas,Mentor\nu-1,Jansen,Piet,4A,x\n');
  const steps = [
    chosen('? Kenmerk (u-1)', 'ExternalId'),
    chosen('? Klas (4A)', '*ignore'),
    chosen('? Mentor (x)', '*leave'),
    typed('? Write the mapping to', ''),
  ];
  const { code, terminal } = await converse(['mapping', 'draft', 'users', 'my list.csv'], steps, at);
  expect(code).toBe(0);
  expectTidyEnd(terminal);
  const asked = await readFile(join(folder, 'my list.mapping.json'), 'utf8');
  expect(JSON.parse(asked)).toMatchObject({
    fields: { ExternalId: 'Kenmerk', LastName: 'Achternaam', FirstName: 'Voornaam' },
    ...{ ignore: ['Klas'], unknown: ['Mentor'] },
  });
  const [, repeated = ''] = /The same without questions: examctl (.*)/.exec(terminal.screen()) ?? [];
  const words = (repeated.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
  expect((await run([...words, '--yes'])).code).toBe(0);
  expect(await readFile(join(folder, 'my list.mapping.json'), 'utf8')).toBe(asked);
});

describe('without its arguments at a terminal', () => {
  it('user sync asks for one user, offers what the engine knows, and shows what it will send but no password', async () => {
    const { atProcess, shown, run } = await prepared();
    const { code, terminal } = await converse(['user', 'sync'], USER, atProcess);
    expect(code).toBe(0);
    expectTidyEnd(terminal);
    expect(terminal.screen()).toMatch(/^ {2}Email +tina@example\.org$/m);
    expect(terminal.screen()).toMatch(/^ {2}Password +\(not shown\)$/m);
    expect(terminal.screen()).toContain('✔ Which other fields? Email, Role, Password, Hierarchies');
    expect(terminal.screen()).toContain('1 user: 1 created.');
    expect(terminal.written()).not.toContain(PASSWORD);
    expect(await shown('users', 'u-900')).toMatchObject({
      ExternalId: 'u-900',
      LastName: 'Tester',
      FirstName: 'Tina',
      Email: 'tina@example.org',
      Role: 'Exam office',
      Hierarchies: [{ ExternalId: 'LAW-1' }, { ExternalId: 'LAW-2' }],
    });
    expect((await run(['local', 'show', 'users', 'u-900'])).stdout).not.toContain(PASSWORD);
  });

  it('invigilators remove asks for the schedule, the users and a yes', async () => {
    const { at, shown } = await prepared();
    const { code, terminal } = await converse(['invigilators', 'remove'], INVIGILATORS, at);
    expect(code).toBe(0);
    expectTidyEnd(terminal);
    expect(terminal.screen()).toContain('2 removals: 2 done.');
    expect((await shown('schedules', 'S-OPEN')).Invigilators).toEqual(['u-8']);
  });

  it('a store that the file of a project names outside of its folder is made only after a yes, and after a change again', async () => {
    const { folder, file } = await createWorkspace();
    const [store, other] = [join(folder, 'outside'), join(folder, 'other')];
    const plant = (place: string) => file('project/examctl.config.json', JSON.stringify({ store: place }));
    const init = (answer: string) =>
      converse(['local', 'init', '--yes'], [typed('? Trust this file?', answer)], {
        cwd: join(folder, 'project'),
        open: openInProcess,
      });
    await plant(store);
    const refused = await init('n');
    expect([refused.code, existsSync(store)]).toEqual([2, false]);
    const trusted = await init('y');
    expect([trusted.code, existsSync(store)]).toEqual([0, true]);
    expect(trusted.terminal.screen()).toContain(`store ${store}`);
    await plant(other);
    const changed = await init('n');
    expect([changed.code, existsSync(other)]).toEqual([2, false]);
    expect(changed.terminal.screen()).toContain('has changed since you trusted it');
  });

  it('review-session show asks for the session', async () => {
    const { at } = await prepared();
    const { code, terminal } = await converse(['review-session', 'show'], REVIEW, at);
    expect(code).toBe(0);
    expectTidyEnd(terminal);
    expect(terminal.screen()).toContain('26 results: 7 not satisfactory, 17 satisfactory');
  });

  it.each([['invigilators remove', INVIGILATORS]])('%s sends nothing after a no', async (command, steps) => {
    const { at, store } = await prepared();
    const before = await digestsOf(store);
    const { code, terminal } = await converse(command.split(' '), declined(steps), at);
    expect(code).toBe(130);
    expectTidyEnd(terminal);
    expect(terminal.screen()).toContain('Not confirmed');
    expect(terminal.screen().match(/nothing was sent/gi)).toHaveLength(1);
    expect(await digestsOf(store)).toEqual(before);
  });

  it.each([
    ['invigilators remove', INVIGILATORS],
    ['review-session show', REVIEW],
  ])('%s ends at Ctrl-C whatever it asks: 130, nothing sent, and the terminal as it was', async (command, steps) => {
    const { at, store } = await prepared();
    await expectInterruptible(command, steps, [...steps.keys()], { at, store });
  });

  it('user sync ends so in a process at a real terminal, at one question of each sort', async () => {
    const { atProcess, store } = await prepared();
    const questions = ['? ExternalId', '? Which other fields?', '? Role', '? Password', `? ${SENT}`];
    const indices = questions.map((question) => USER.findIndex(({ see }) => see === question));
    await expectInterruptible('user sync', USER, indices, { at: atProcess, store });
  });
});

async function expectInterruptible(
  command: string,
  steps: readonly Step[],
  indices: readonly number[],
  { at, store }: { at: FlowOptions; store: string },
): Promise<void> {
  const before = await digestsOf(store);
  await eachOf(indices, async (index) => {
    const { code, terminal } = await interruptAt(index, command.split(' '), steps, at);
    expect({ code, at: steps[index]?.see }).toEqual({ code: 130, at: steps[index]?.see });
    expectTidyEnd(terminal);
    expect(terminal.screen()).toContain('Interrupted');
    expect(terminal.written()).not.toContain(PASSWORD);
  });
  expect(await digestsOf(store)).toEqual(before);
}

describe('a question', () => {
  it('about a time goes by --timezone, and that about the name of a group offers the title of the chosen one', async () => {
    const { at, shown, entries } = await prepared();
    const steps = [
      chosen('? AssessmentExtId', 'LAW-101'),
      corrected(
        'such as 2027-03-01 09:00 in Europe/Amsterdam',
        '2027-03-28 02:30',
        'does not exist',
        '2027-03-01 09:00',
      ),
      chosen('? GroupExtId', 'LAW-1'),
      typed('? GroupName', ''),
      ticked('? Which other fields?', 'ScheduleExtId'),
      typed('? ScheduleExtId', 'S-1'),
      typed('? Add a candidate?', 'n'),
      typed(`? ${SENT}`, 'y'),
    ];
    const { code } = await converse(['schedule', 'push', '--timezone', 'Europe/Amsterdam'], steps, at);
    expect(code).toBe(0);
    const groups = await entries<{ ExternalId: string; Title: string }>('hierarchies');
    expect((await shown('schedules', 'S-1')).Schedule).toMatchObject({
      StartDateTime: '2027-03-01T08:00:00.000Z',
      GroupName: groups.find(({ ExternalId }) => ExternalId === 'LAW-1')?.Title,
    });
  });

  it('shows what it will send also with --quiet: nobody says yes to what they cannot see', async () => {
    const { at } = await prepared();
    const steps = [
      ...USER.slice(0, 3),
      ticked('? Which other fields?'),
      typed(`? ${SENT}`, 'n'),
      chosen('? What is to be changed?', 'Stop'),
    ];
    const { terminal } = await converse(['user', 'sync', '--quiet'], steps, at);
    expect(terminal.screen()).toMatch(/^ {2}LastName +Tester$/m);
  });

  it.each([
    ['--no-color', ['--no-color'], {}, /\p{Cc}\[[\d;]*m/u],
    ['NO_COLOR', [], { NO_COLOR: '1' }, /\p{Cc}\[[\d;]*m/u],
    ['a locale without UTF-8', [], { LC_ALL: 'C' }, /[^\p{ASCII}]/u],
  ])('has no colours and no symbols that are not wanted, with %s', async (_, flags, env, unwanted) => {
    const given = (await prepared()).at;
    const at = { ...given, env: { ...given.env, ...env } };
    await withTerminal(['user', 'sync', ...flags], at, async ({ sees, type, exit, written }) => {
      for (const { see, answer } of USER.slice(0, 3)) {
        await sees(see);
        await answer({ sees, type } as Terminal);
      }
      await sees('navigate');
      type(`${KEYS.down}${KEYS.space}${KEYS.ctrlC}`);
      expect(await exit).toBe(130);
      expect(written()).not.toMatch(unwanted);
    });
  });

  it('goes to standard error, so that standard output stays JSON', async () => {
    const { at } = await prepared();
    const steps = [...USER.slice(0, 3), ticked('? Which other fields?'), typed(`? ${SENT}`, 'y')];
    const { code, terminal } = await converse(['user', 'sync', '--json'], steps, at);
    expect(code).toBe(0);
    const [, json = ''] = terminal.screen().split(/^Sending to .*$/m);
    expect(JSON.parse(json)).toMatchObject({ command: 'user sync', counts: { succeeded: 1 }, exitCode: 0 });
  });

  it('also ends by a signal from outside, with its exit code', async () => {
    const { atProcess, store } = await prepared();
    const before = await digestsOf(store);
    const signals = [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const;
    await eachOf(signals, async ([signal, code]) => {
      const stop: Step = { see: '? LastName', answer: ({ kill }) => kill(signal) };
      const ended = await converse(['user', 'sync'], [...USER.slice(0, 2), stop], atProcess);
      expect(ended.code).toBe(code);
      expectTidyEnd(ended.terminal);
    });
    expect(await digestsOf(store)).toEqual(before);
  });
});

describe('invigilators remove with its arguments at a terminal', () => {
  const REMOVE = ['invigilators', 'remove', 'S-OPEN', 'u-6'];

  it('asks, and takes Enter for a no', async () => {
    const { at, store } = await prepared();
    const before = await digestsOf(store);
    const { code, terminal } = await converse(REMOVE, [typed('? Remove u-6 from schedule S-OPEN? (y/N)', '')], at);
    expect(code).toBe(130);
    expectTidyEnd(terminal);
    expect(await digestsOf(store)).toEqual(before);
  });

  it('does not ask with --yes, nor in a dry run', async () => {
    const { at, shown } = await prepared();
    const rehearsed = await converse([...REMOVE, '-n'], [], at);
    expect(rehearsed.code).toBe(0);
    expect(rehearsed.terminal.screen()).not.toContain('?');
    expect((await shown('schedules', 'S-OPEN')).Invigilators).toEqual(['u-6', 'u-7', 'u-8']);
    const done = await converse([...REMOVE, '--yes'], [], at);
    expect(done.code).toBe(0);
    expect(done.terminal.screen()).not.toContain('?');
    expect((await shown('schedules', 'S-OPEN')).Invigilators).toEqual(['u-7', 'u-8']);
  });
});

describe('user sync --missing disable at a terminal', () => {
  const SYNC = ['user', 'sync', 'u.csv', '--missing', 'disable'];
  const QUESTION = /Disable (\d+) logins of users who are not in the file\? Type the number to confirm:/;

  async function preparedFile() {
    const workspace = await prepared();
    await workspace.file('u.csv', 'ExternalId,LastName,FirstName\nu-1,van der Berg,Marijke\n');
    // The owner in the settings keeps the login.
    const others = (await workspace.entries('users')).length - 2;
    return { ...workspace, others };
  }

  it.each(['', 'y', '7'])('asks for the number of logins, and takes "%s" for a no', async (answer) => {
    const { at, store, others, run } = await preparedFile();
    expect(answer).not.toBe(String(others));
    const before = await digestsOf(store);
    const { code, terminal } = await converse(SYNC, [typed('? Disable', answer)], at);
    expect(code).toBe(130);
    expect(QUESTION.exec(terminal.screen())?.[1]).toBe(String(others));
    expectTidyEnd(terminal);
    expect(terminal.screen()).toContain('Not confirmed');
    expect(await digestsOf(store)).toEqual(before);
    expect((await run(['runs', 'list'])).stdout).not.toContain('user sync');
  });

  it('does not ask where a guard stops it, in a dry run, with --yes, or with nobody to disable', async () => {
    const { at } = await preparedFile();
    for (const [flag, code] of [
      [['--max-changes', '1'], 8],
      [['--max-missing', '1'], 8],
      [['-n'], 0],
      [['--yes', '--max-missing', '1'], 8],
      [['--yes'], 0],
      [['--json'], 0],
    ] as const) {
      const done = await converse([...SYNC, ...flag], [], at);
      expect({ flag, code: done.code }).toEqual({ flag, code });
      expect(done.terminal.screen()).not.toContain('? Disable');
    }
  });
});

describe('--no-input at a terminal', () => {
  it.each([
    ['user sync', 'FILE is missing'],
    ['schedule push --title Law', '--assessment-ext-id'],
    ['invigilators remove S-OPEN u-6', '--yes is missing'],
  ])('%s names what is missing instead of asking for it', async (command, says) => {
    const { at } = await prepared();
    const { code, terminal } = await converse([...command.split(' '), '--no-input'], [], at);
    expect(code).toBe(2);
    expect(terminal.screen()).toContain(says);
    expectTidyEnd(terminal);
  });
});
