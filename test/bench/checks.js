/** Checks of files, beside scripts that check the same file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSittings, writeUsers, writeUsersWorkbook } from './inputs.js';
import { AS_CSV, EXCELJS, NODE, OWN_HEADERS, ZOD } from './names.js';
import { PROGRAM, peerScript, runNode } from './processes.js';
import { nodeSide } from './starts.js';

export async function check10({ folder, size }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size });
  return { examctl: [checkSide(folder, 'users', file.path, 0)], [NODE]: nodeSide(folder) };
}

/** The count is that of the wrong rows: all sides find the same. */
export async function checkUsers({ folder, size, faulty }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size, faulty });
  return {
    examctl: [checkSide(folder, 'users', file.path, file.faulty)],
    [ZOD]: peerSide(folder, 'validate-users-zod', [file.path], file.faulty),
  };
}

/** The same users under other headers, with a mapping that has a template and values. */
export async function checkMapped({ folder, size }) {
  const own = await writeUsers(join(folder, 'users.csv'), { users: size });
  const [header, ...rows] = (await readFile(own.path, 'utf8')).split('\n');
  const names = header.trim().split(',');
  const [file, mapping] = [join(folder, 'export.csv'), join(folder, 'export.json')];
  await writeFile(file, [names.map((name) => `our ${name}`).join(','), ...rows].join('\n'));
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, `our ${name}`])),
    LastName: { from: '{our LastName}', default: '-' },
    SpecialNeeds: { from: 'our SpecialNeeds', values: { yes: true, no: false, '': null } },
  };
  await writeFile(mapping, JSON.stringify({ mapping: 1, kind: 'users', fields }));
  return {
    examctl: [checkSide(folder, 'users', file, 0, { flags: ['--mapping', mapping] })],
    [OWN_HEADERS]: checkSide(folder, 'users', own.path, 0),
  };
}

export async function checkWorkbook({ folder, size }) {
  const sheet = await writeUsersWorkbook(join(folder, 'users.xlsx'), { users: size });
  const file = await writeUsers(join(folder, 'users.csv'), { users: size });
  return {
    examctl: [checkSide(folder, 'users', sheet.path, 0)],
    [EXCELJS]: peerSide(folder, 'validate-workbook-exceljs', [sheet.path], 0),
    [AS_CSV]: checkSide(folder, 'users', file.path, 0),
  };
}

export async function checkSchedules({ folder, size }) {
  const file = await writeSittings(join(folder, 'sittings.csv'), { candidates: size });
  const ours = checkSide(folder, 'schedules', file.path, file.schedules, { counted: 'valid' });
  return { examctl: [ours], [ZOD]: schedulesPeer(folder, file) };
}

export const schedulesPeer = (folder, { path, schedules }) =>
  peerSide(folder, 'validate-schedules-zod', [path], schedules);

function checkSide(folder, kind, file, count, { counted = 'invalid', flags = [] } = {}) {
  const code = counted === 'invalid' && count > 0 ? 3 : 0;
  return {
    count,
    turn: async () => {
      const ended = await runNode(folder, [PROGRAM, 'validate', kind, file, '--json', ...flags], { code });
      return { ...ended, count: JSON.parse(ended.stdout).counts[counted] };
    },
  };
}

/** A script of `peers`, which prints its count. */
export function peerSide(folder, name, args, count) {
  return {
    count,
    turn: async () => {
      const ended = await runNode(folder, [peerScript(name), ...args]);
      return { ...ended, count: Number(ended.stdout) };
    },
  };
}
