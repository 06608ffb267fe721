/** A new kind of record is one object: its files are checked, rehearsed, sent and rejected like those of other kinds. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createRepeatCheck, uniqueField } from '../../../../src/bulk/check/repeats/repeat-check.ts';
import type { SentKind } from '../../../../src/bulk/kinds/kind.ts';
import type { BulkCommandName, BulkOutcome } from '../../../../src/commands/bulk/command.ts';
import { reportOutcome } from '../../../../src/commands/bulk/report-outcome.ts';
import { runBulkCommand } from '../../../../src/commands/bulk/run-command.ts';
import type { BulkFlags } from '../../../../src/commands/options/bulk-options.ts';
import type { Call } from '../../../../src/commands/options/call.ts';
import { openSources } from '../../../../src/commands/read/open-sources.ts';
import { runValidate } from '../../../../src/commands/validate/run-validate.ts';
import type { Context } from '../../../../src/context.ts';
import { USUAL_WORDS } from '../../../../src/model/report.ts';
import { createPrompter } from '../../../../src/output/terminal/prompts.ts';
import { createOutput } from '../../../../src/output/terminal/streams.ts';
import { checkFields } from '../../../../src/platform/fields/check.ts';
import { type RecordOf, resource } from '../../../../src/platform/fields/field.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';
import { readSettings } from '../../../../src/settings/settings.ts';
import { createAdapters } from '../../../../src/wiring.ts';
import { entriesOf, loadCatalogue } from '../../../support/cli/local-platform.ts';
import { BASE_CATALOGUE } from '../../../support/conformance/base-catalogue.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';

const roomResource = resource('room', 'Rooms of a building', {
  RoomExtId: { kind: 'text', required: true, max: 20, meaning: 'External id of the room' },
  Building: { kind: 'text', required: true, max: 50, meaning: 'Building that the room is in' },
  Title: { kind: 'text', required: true, max: 50, meaning: 'What the door says' },
});
type Room = RecordOf<typeof roomResource>;

/** The platform stores rooms as users. */
const roomKind: SentKind<Room> = {
  words: { one: 'room', many: 'rooms', ...USUAL_WORDS },
  resource: roomResource,
  keyFields: ['RoomExtId'],
  exampleRows: [{ RoomExtId: 'R-1', Building: 'Main', Title: 'Room 1' }],
  checkForm: (request) => checkFields<Room>(roomResource, request),
  createCrossChecks: () => [createRepeatCheck(uniqueField('room', 'RoomExtId'))],
  sendCommands: (files) => files.map((file) => ['room', 'push', file]),
  operation: {
    name: 'saveUser',
    send: (service, { RoomExtId, Building, Title }) =>
      service.saveUser({ ExternalId: RoomExtId, FirstName: Building, LastName: Title }),
    changes: [userResource],
  },
};

async function startPlatform() {
  const folder = await temporaryFolder();
  const store = join(folder, 'store');
  const env = { EXAMCTL_RUNS: join(folder, 'runs') };
  const adapters = createAdapters(env);
  await adapters.storeBackend(store).create(store);
  await loadCatalogue(store, BASE_CATALOGUE);
  const global = { format: 'table', yes: true, mayAsk: false, debug: false } as const;

  /** Returns the lines of the screen after a run. */
  async function screenOf(flags: BulkFlags, run: (call: Call<BulkFlags>) => Promise<BulkOutcome>): Promise<string[]> {
    let text = '';
    const stdout = new Writable({
      write: (chunk, _encoding, done) => {
        text += String(chunk);
        done();
      },
    });
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const stdin: Context['stdin'] = Readable.from([]);
    const context: Context = {
      ...{ ...adapters, env, stdin, version: '0.0.0', now: Date.now, setExitCode: () => {} },
      stopSignal: () => new AbortController().signal,
      openOutput: () => createOutput({ stdout, stderr, stdin, env }),
      openPrompter: createPrompter,
    };
    const output = context.openOutput({});
    const settings = readSettings({ env, flags: new Map() });
    const call = { context, output, global, flags, settings, given: [] };
    await reportOutcome(call, await run(call));
    return text.trimEnd().split('\n');
  }

  return {
    folder,
    file: async (text: string) => {
      await writeFile(join(folder, 'rooms.csv'), text);
      return join(folder, 'rooms.csv');
    },
    rooms: async () =>
      (await entriesOf<{ ExternalId: string; LastName: string }>(store, 'users'))
        .filter(({ ExternalId }) => ExternalId.startsWith('R-'))
        .map(({ ExternalId, LastName }) => [ExternalId, LastName]),
    validate: (file: string, flags: BulkFlags = {}) =>
      screenOf(flags, (call) => runValidate(roomKind, { ...call, files: [file] })),
    push: (file: string, flags: BulkFlags = {}) =>
      screenOf(flags, (call) =>
        runBulkCommand({
          ...call,
          // No command of the program.
          name: 'room push' as BulkCommandName,
          ...{ kind: roomKind, files: [file], saved: {} },
          target: { kind: 'local', store },
          openJob: async () => ({ sources: await openSources(call, roomKind, { files: [file] }) }),
        }),
      ),
  };
}

const GOOD = 'RoomExtId,Building,Title\nR-1,Main,Lecture hall\nR-2,Main,Library\n';

it('a new kind is checked, and the report uses its words', async () => {
  const { file, validate } = await startPlatform();
  const path = await file(GOOD);
  expect(await validate(path)).toEqual([
    'All 2 rooms are valid.',
    '',
    'Next:',
    `  examctl room push ${path} --dry-run`,
  ]);
});

it('files of a new kind get findings about a record, across records, and about the header', async () => {
  const { file, validate } = await startPlatform();
  const screen = (await validate(await file('RoomExtId,Building,Titlle\nR-1,Main,x\nR-1,,y\n'))).join('\n');
  expect(screen).toMatch(/^2 of 2 rooms /);
  for (const message of ['RoomExtId is the same as in line 2', 'Building is required', 'column Titlle']) {
    expect(screen).toContain(message);
  }
});

it('a new kind is rehearsed, sent, and unchanged when it is sent again', async () => {
  const { file, push, rooms } = await startPlatform();
  const path = await file(GOOD);
  expect((await push(path, { dryRun: true })).slice(0, 2)).toEqual([
    'Dry run: nothing was changed.',
    '2 rooms: 2 would be created.',
  ]);
  expect(await rooms()).toEqual([]);
  expect(await push(path)).toEqual(['2 rooms: 2 created.']);
  expect(await rooms()).toEqual([
    ['R-1', 'Lecture hall'],
    ['R-2', 'Library'],
  ]);
  expect(await push(path)).toEqual(['Nothing to change: all 2 rooms are as the file says.']);
});

it('a new kind has rejects that can be fixed and sent', async () => {
  const { file, folder, push, rooms } = await startPlatform();
  const rejects = join(folder, 'rejects.csv');
  const screen = await push(await file(`${GOOD}R-3,,Attic\n`), { skipInvalid: true, rejects });
  expect(screen[0]).toMatch(/^3 rooms: 2 created, 1 /);
  const text = await readFile(rejects, 'utf8');
  expect(text).toContain('R-3,,Attic,4,');
  await writeFile(rejects, text.replace('R-3,,', 'R-3,Annex,'));
  expect(await push(rejects)).toEqual(['1 room: 1 created.']);
  expect(await rooms()).toHaveLength(3);
});
