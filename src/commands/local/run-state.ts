/** Executes `local init`, `load`, `show`, `schedule`, `invigilators`, `verify` and `unlock`. */
import { counted } from '../../base/text/counted.ts';
import type { Platform } from '../../context.ts';
import { StoreError, UsageError } from '../../errors.ts';
import { readJsonDocument } from '../../input/json/reader.ts';
import type { Finding } from '../../model/finding.ts';
import { renderJson, renderLongJson, renderNdjson } from '../../output/formats/json.ts';
import type { ScheduleStatus } from '../../platform/catalogue.ts';
import { SHOWN_KINDS, type ShownKind } from '../../platform/entities.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import type { Call } from '../options/call.ts';
import { FindingsError, NO_CELL, presentDone, presentRows } from '../options/present-result.ts';
import { confirmWrite, findStore, readStoreOptions, withPlatform } from '../options/target-options.ts';
import { nextCommand } from '../options/words.ts';
import { beginReading } from '../read/protected-files.ts';
import { meantId } from '../target/known-entries.ts';

export async function runInit(call: Call<{ example?: true }>): Promise<void> {
  const { store, where, backend } = findStore(call);
  const isThere = await backend.exists(store);
  const example = !isThere && call.flags.example === true;
  if (!isThere) {
    await confirmWrite(call);
    await backend.create(store);
    call.output.note(`Made an empty store in ${where}.`);
  }
  if (example) await withPlatform(call, 'write', 'local init', loadExample);
  await presentDone(call, 'local init', { store: where, made: !isThere, example }, textOf());

  function textOf(): string {
    if (isThere) return `There is a store in ${where} already; nothing was changed.`;
    if (!example) return `Next: ${nextCommand(['local', 'load', 'CATALOGUE.json'], call)}`;
    return `Loaded the example catalogue. Next: ${nextCommand(['schedule', 'push', 'FILE', '--dry-run'], call)}`;
  }
}

/** Loads the example catalogue. */
export async function loadExample(platform: Platform): Promise<void> {
  const { default: catalogue } = await import('../../../fixtures/catalogue/example.json', { with: { type: 'json' } });
  const outcome = await platform.load(catalogue);
  if ('problems' in outcome) throw new StoreError('The example catalogue was refused', { cause: outcome.problems });
}

const MAX_SHOWN = 20;

export async function runLoad(call: Call, path: string): Promise<void> {
  await beginReading(call, path);
  const { value, file } = await readJsonDocument(path, call.context.stdin);
  const outcome = await withPlatform(call, 'write', 'local load', (platform) => platform.load(value));
  if ('problems' in outcome) throw refused(file, outcome.problems);
  const { loaded } = outcome;
  const parts = Object.entries(loaded).map(nameEntries).join(', ') || 'nothing: the catalogue is empty';
  await presentDone(call, 'local load', { file, loaded }, `Loaded ${parts}.`);
}

/** A count with its kind, such as `1 review session` or `3 hierarchies`. */
function nameEntries([kind, count]: readonly [kind: string, count: number]): string {
  const many = kebabCase(kind).replaceAll('-', ' ');
  if (kind === 'Settings') return `the ${many}`;
  return counted(count, many.replace(/ies$/, 'y').replace(/s$/, ''), many);
}

/** The error of a refused catalogue. The whole document counts as one record, so all findings have its first line. */
function refused(file: string, problems: readonly Problem[]): FindingsError {
  const findings = problems.map(({ path, code, rule, message, suggestion = null }) => {
    return { ...NO_CELL, file, line: 1, record: 1, field: formatPath(path), code, rule, message, suggestion };
  });
  const count = counted(problems.length, 'problem', 'problems');
  const message = `${file}: ${count}; nothing was loaded`;
  return new FindingsError('CatalogueError', 'invalidData', message, { findings, maxShown: MAX_SHOWN });
}

interface Move {
  readonly verb: string;
  readonly schedule: string;
  readonly status: ScheduleStatus;
}

export async function runMove(call: Call, { verb, schedule, status }: Move): Promise<void> {
  const name = `local schedule ${verb}`;
  const changed = await withPlatform(call, 'write', name, (platform) => platform.moveSchedule(schedule, status));
  const text = changed ? `Schedule ${schedule} is ${status} now.` : `Schedule ${schedule} was ${status} already.`;
  await presentDone(call, name, { schedule, status, changed }, text);
}

export async function runAddInvigilators(call: Call, schedule: string, ids: readonly string[]): Promise<void> {
  const name = 'local invigilators add';
  const added = await withPlatform(call, 'write', name, (platform) => platform.addInvigilators(schedule, ids));
  const names = added.join(', ');
  const text = names ? `Added ${names} to ${schedule}.` : `Nothing to add: they invigilate ${schedule} already.`;
  await presentDone(call, name, { schedule, added }, text);
}

export async function runVerify(call: Call): Promise<void> {
  const { where } = findStore(call);
  await checkStore(call, 'Restore a backup into a new store.');
  const findings = await findWarnings(call, where);
  for (const { message } of findings) call.output.warn(message);
  const text = `Every record of the store in ${where} is whole.`;
  await presentDone(call, 'local verify', { store: where, findings }, text);
}

/** Returns warnings about a missing end. A check of the bytes that are there does not find it. */
async function findWarnings(call: Call, where: string): Promise<readonly Finding[]> {
  const warnings: string[] = [];
  const onWarning = (message: string) =>
    void warnings.push(`${message}. If this is a copy, take it again: it may lack changes that were confirmed`);
  const platform = await call.context.openPlatform({ ...readStoreOptions(call), mode: 'read', onWarning });
  await platform.close();
  return warnings.map((message) => ({ ...aboutStore(where), severity: 'warning', rule: 'store.cut-off', message }));
}

/** The common part of findings about a store. */
function aboutStore(where: string) {
  return { ...NO_CELL, file: where, line: 0, record: 0, field: null, code: null, suggestion: null } as const;
}

/** Throws if the store is damaged, with a finding for each damaged place. */
export async function checkStore(call: Call, hint: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  const problems = await backend.verify(store);
  if (problems.length === 0) return;
  const findings = problems.map((message) => ({ ...aboutStore(where), rule: 'store.damaged', message }));
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}

export async function runUnlock(call: Call, lock: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  await confirmWrite(call);
  const { pid, since } = await backend.unlock(store, lock);
  const text = `The store in ${where} is not locked any more; process ${pid} held it since ${since}.`;
  await presentDone(call, 'local unlock', { store: where, lock, pid, since }, text);
}

/** `word` is a kind as users type it: `review-sessions` for `ReviewSessions`. `local load` accepts the JSON of a whole kind. */
export async function runShow(call: Call, word: string, id: string | undefined): Promise<void> {
  const kind = SHOWN_KINDS.find((one) => kebabCase(one) === word);
  if (kind === undefined) throw new UsageError(`There is no kind ${word}`);
  await withPlatform(call, 'read', 'local show', async (platform) => {
    if (id === undefined && kind !== 'Settings') return showAll(call, kind, platform.entries(kind));
    const entry = await platform.entry(kind, id ?? '');
    const isDocument = kind === 'Settings' && call.global.format === 'json';
    if (entry === undefined && !isDocument) {
      const hint = id === undefined ? undefined : await meantId(platform, kind, id);
      throw new UsageError(`There is no ${JSON.stringify(id ?? 'settings')} among ${kind}`, { hint });
    }
    await showOne(call, kind, isDocument ? { [kind]: entry } : (entry ?? {}));
  });
}

/** Prints an entry with all its fields. As CSV, prints one row with the main columns. */
async function showOne(call: Call, kind: ShownKind, entry: object): Promise<void> {
  const { format } = call.global;
  if (format === 'csv') return presentRows(call, COLUMNS[kind], [summarise(entry)]);
  await call.output.data(format === 'ndjson' ? renderNdjson([entry]) : renderJson(entry));
}

async function showAll(call: Call, kind: ShownKind, entries: AsyncIterable<object>): Promise<void> {
  const { output, global } = call;
  const all: object[] = [];
  for await (const entry of entries) {
    if (global.format === 'ndjson') await output.data(renderNdjson([entry]));
    else all.push(entry);
  }
  if (global.format === 'json') await output.data(renderLongJson({ [kind]: all }));
  else if (global.format !== 'ndjson') await presentRows(call, COLUMNS[kind], all.map(summarise));
}

/** The main columns of tables and CSV, enough to find an entry. JSON has all fields. */
const COLUMNS = {
  Settings: ['Owner', 'SiteUrl', 'DefaultRole', 'UserMode', 'CreateMissingHierarchies', 'PhotoCheck'],
  Roles: ['Title', 'Participate', 'Permissions'],
  Hierarchies: ['ExternalId', 'Title', 'ParentExternalId', 'IsActive'],
  Users: ['ExternalId', 'FirstName', 'LastName', 'UserName', 'Role'],
  Assessments: ['ExternalId', 'Title', 'Code', 'MaxTimePerAttempt', 'ExtraTime'],
  ProctoringTemplates: ['ExternalId', 'Title', 'IsDefault'],
  Taxonomies: ['ExternalId', 'Title'],
  Objectives: ['ExternalId', 'Title', 'IsRepository', 'IsPublished'],
  Collections: ['ExternalId', 'Title', 'Owner'],
  Schedules: ['ScheduleExtId', 'Title', 'StartDateTime', 'Status', 'Candidates', 'Invigilators'],
  ReviewSessions: ['ExternalId', 'Title', 'Status', 'NumOfCandidates'],
} as const satisfies Record<ShownKind, readonly string[]>;

/** Flattens an entry. The fields of a schedule are one level deeper, and its lists are shown as their length. */
function summarise(entry: object): Record<string, unknown> {
  const { Schedule, ...rest } = entry as Record<string, unknown>;
  if (Schedule === undefined) return rest;
  const lists = Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]);
  return { ...(Schedule as object), ...Object.fromEntries(lists) };
}
