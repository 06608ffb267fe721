/** `local`: what operators do with the local platform. The work is in modules of their own. */
import { Argument } from 'commander';
import type { ScheduleStatus } from '../../platform/catalogue.ts';
import { SHOWN_KINDS } from '../../platform/entities.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import type { Call } from '../options/call.ts';
import { type CommandTexts, defineCommand, defineGroup } from '../options/create-command.ts';
import { addStoreOptions } from '../options/target-options.ts';
import { tokenCommand } from './token.ts';

const loadState = () => import('./run-state.ts');

const initCommand = defineCommand('init', {
  summary: 'make the store of the local platform',
  description: 'Makes the store of the local platform. A store that is there already is left as it is.',
  examples: [
    ['examctl local init', 'an empty platform, to be filled by local load'],
    ['examctl local init --example', 'with assessments, hierarchies, roles and owners to try things on'],
  ],
  takes: (command) => addStoreOptions(command.option('--example', 'load a small catalogue to try things on')),
  work: async (call: Call<{ example?: true }>) => (await loadState()).runInit(call),
});

const loadCommand = defineCommand('load', {
  summary: 'add catalogue entries from a JSON file',
  description: 'Adds catalogue entries to the local platform. An entry whose id is known replaces it.',
  examples: [['examctl local load catalogue.json', 'add or replace entries; all of them, or none']],
  takes: (command) =>
    addStoreOptions(command.argument('<file>', 'a catalogue as JSON (docs/store.md); - is standard input')),
  work: async (call, file: string) => (await loadState()).runLoad(call, file),
});

const showCommand = defineCommand('show', {
  summary: 'show what the local platform holds',
  description:
    'Shows entries of the local platform: as a table or CSV with the main columns of each, with -o ndjson whole. ' +
    'With --json a kind is a document that local load takes; collections are none of a catalogue.',
  examples: [
    ['examctl local show schedules', 'all schedules, a line each'],
    ['examctl local show schedules S-2026-001', 'one of them, whole'],
    ['examctl local show users -o ndjson', 'all users as JSON, one a line, with all their fields'],
    ['examctl local show users --json', 'all users as a catalogue, for local load'],
  ],
  takes: (command) =>
    addStoreOptions(
      command
        .addArgument(new Argument('<kind>', 'what to show').choices(SHOWN_KINDS.map(kebabCase)))
        .argument('[id]', 'external id of one entry'),
    ),
  work: async (call, word: string, id: string | undefined) => (await import('./run-state.ts')).runShow(call, word, id),
});

function moveCommand(verb: string, status: ScheduleStatus, which: string) {
  return defineCommand(verb, {
    summary: `${verb} ${which}`,
    description: `Makes a schedule of the local platform ${status}.`,
    examples: [[`examctl local schedule ${verb} S-2026-001`, which]],
    takes: (command) => addStoreOptions(command.argument('<schedule>', 'external id of the schedule')),
    work: async (call, schedule: string) => (await loadState()).runMove(call, { verb, schedule, status }),
  });
}

const localScheduleCommands = defineGroup('schedule', 'activate, finish and archive schedules', [
  moveCommand('activate', 'ACTIVATED', 'a drafted schedule; it cannot be updated then'),
  moveCommand('finish', 'FINISHED', 'an activated schedule'),
  moveCommand('archive', 'ARCHIVED', 'a schedule in any state'),
]);

const localInvigilatorsCommands = defineGroup('invigilators', 'the invigilators of schedules', [
  defineCommand('add', {
    summary: 'make users invigilators of a schedule',
    description: 'Makes users invigilators of a schedule of the local platform.',
    examples: [['examctl local invigilators add S-2026-001 u-7 u-9', 'all of them, or none where one is no user']],
    takes: (command) =>
      addStoreOptions(command)
        .argument('<schedule>', 'external id of the schedule')
        .argument('<id...>', 'external ids of the users'),
    work: async (call, schedule: string, ids: string[]) => (await loadState()).runAddInvigilators(call, schedule, ids),
  }),
]);

const verifyCommand = defineCommand('verify', {
  summary: 'read every byte of a store, and list what is damaged',
  description: 'Reads every byte of a store, and lists what is damaged. It takes no lock and changes nothing.',
  examples: [['examctl local verify --store /backup/store', 'before a backup is trusted']],
  takes: addStoreOptions,
  work: async (call) => (await loadState()).runVerify(call),
});

const unlockCommand = defineCommand('unlock', {
  summary: 'take the lock of a store from a process that is gone',
  description:
    'Takes the lock of a store away from its holder. A holder that is still alive cannot write any more: what it had not stored is lost to it.',
  examples: [
    ['examctl local unlock 0f3a6c1d9e2b4f58a7c0d1e2f3a4b5c6', 'the id is in the message that says who holds the store'],
  ],
  takes: (command) =>
    addStoreOptions(command.argument('<lock>', 'id of the lock, which shows that you have seen who holds it')),
  work: async (call, lock: string) => (await loadState()).runUnlock(call, lock),
});

/** A command that writes a store to a file, or reads one. `file` describes its argument. */
function transferCommand(
  verb: 'export' | 'import' | 'backup' | 'restore',
  { file: says, ...texts }: CommandTexts & { readonly file: string },
) {
  return defineCommand(verb, {
    ...texts,
    takes: (command) => addStoreOptions(command.argument('<file>', says)),
    work: async (call, file: string) => (await import('./run-transfer.ts')).TRANSFERS[verb](call, file),
  });
}

const exportCommand = transferCommand('export', {
  summary: 'write all that a store holds to a file',
  description:
    'Writes all that a store holds to a file of NDJSON: users with the hashes of their passwords, and links. The same ' +
    'state gives the same bytes, whichever store it is in. Tokens are left out.',
  examples: [
    ['examctl local export state.ndjson', 'to be imported into a database'],
    ['examctl local export -', 'to standard output: two stores with the same state give the same bytes'],
  ],
  file: 'where to write, - is standard output; an earlier export is replaced, and any other file only with --yes or after a question',
});

const importCommand = transferCommand('import', {
  summary: 'fill an empty store from a file of local export',
  description:
    'Fills an empty store from a file of local export. The file is checked as a whole first. An import that is cut ' +
    'short has changed nothing.',
  examples: [['examctl local import state.ndjson --store postgres://exams@db/exams', 'from a folder into a database']],
  file: 'a file of local export; - is standard input',
});

const backupCommand = transferCommand('backup', {
  summary: 'verify a store and write all that it holds to a file',
  description:
    'Verifies a store, and writes all that it holds at one moment to a file, while others use it. Tokens are left ' +
    'out: after a restore, they are made anew.',
  examples: [['examctl local backup exams.ndjson', 'local restore makes a store of it']],
  file: 'where to write; an earlier backup is replaced, and any other file only with --yes or after a question',
});

const restoreCommand = transferCommand('restore', {
  summary: 'make a new store of a backup, and verify it',
  description:
    'Makes a new store with what a file of local backup or local export holds, and verifies it. A store that is there ' +
    'already is left as it is.',
  examples: [['examctl local restore exams.ndjson --store restored', 'into a new folder, to be looked at first']],
  file: 'a file of local backup or local export; - is standard input',
});

export const LOCAL_COMMANDS = [
  ...[initCommand, loadCommand, showCommand, localScheduleCommands, localInvigilatorsCommands, tokenCommand],
  ...[verifyCommand, backupCommand, restoreCommand, exportCommand, importCommand, unlockCommand],
];
