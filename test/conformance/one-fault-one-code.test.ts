/** The same fault has the same code, rule and field in a file, in a dry run, in the engine and over HTTP. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import type { Envelope } from '../../src/platform/envelope.ts';
import type { ApiError } from '../../src/platform/problem.ts';
import { AUTHORIZATION_SCHEME, BASE_PATH, ROUTES } from '../../src/platform/routes.ts';
import type { AssessmentService } from '../../src/platform/service.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { jsonFolders } from '../../src/store/json/backend.ts';
import { reportOf } from '../support/cli/in-process.ts';
import { loadCatalogue } from '../support/cli/local-platform.ts';
import { BASE_CATALOGUE } from '../support/conformance/base-catalogue.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { type Fault, type FaultKind, faultsOf } from '../support/conformance/field-faults.ts';
import {
  asRequest,
  candidate,
  collectionRequest,
  scheduleRequest,
  userRequest,
} from '../support/conformance/requests.ts';
import { askApp } from '../support/http/ask-app.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const KINDS = {
  schedules: { command: ['schedule', 'push'], operation: 'pushSchedule' },
  users: { command: ['user', 'sync'], operation: 'saveUser' },
  collections: { command: ['collection', 'add'], operation: 'addCollection' },
} as const satisfies Record<FaultKind, { command: readonly string[]; operation: keyof AssessmentService }>;
const KIND_NAMES = Object.keys(KINDS) as FaultKind[];
const TOKEN = 'a-token-of-this-test';

/** What all of them must agree about. */
interface Told {
  readonly code: number | null;
  readonly rule: string | undefined;
  readonly field: string | null;
}

let folder: string;
let app: App;
let service: AssessmentService;
const env = () => ({ EXAMCTL_STORE: join(folder, 'store'), EXAMCTL_RUNS: join(folder, 'runs') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examctl-pairs-'));
  await jsonFolders.create(env().EXAMCTL_STORE);
  await loadCatalogue(env().EXAMCTL_STORE, BASE_CATALOGUE);
  const platform = createEnginePlatform(engineDependencies(createMemoryStore()));
  await platform.reset(BASE_CATALOGUE);
  service = platform.service;
  app = createApp({ service, authorise: (token) => token === TOKEN });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function toldByErrors(errors: readonly ApiError[] | null): Told[] {
  return (errors ?? []).map(({ Code, Rule, Field = null }) => ({ code: Code, rule: Rule, field: Field }));
}

async function overHttp(kind: FaultKind, { request }: Fault): Promise<Told[]> {
  const { method, path } = ROUTES[KINDS[kind].operation];
  const headers = {
    Authorization: `${AUTHORIZATION_SCHEME} ${TOKEN}`,
    'Content-Type': 'application/json',
    Host: 'localhost',
  };
  const url = `http://localhost${BASE_PATH}${path}`;
  const response = await askApp(app, url, { method, headers, body: JSON.stringify(request) });
  return toldByErrors(((await response.json()) as Envelope<unknown>).Errors);
}

/** The errors of each record, by its position. */
async function byRecord(args: readonly string[]): Promise<Map<number, Told[]>> {
  const { findings, error } = await reportOf(args, env());
  expect(error).toBeNull();
  const records = new Map<number, Told[]>();
  for (const { severity, record, code, rule, field } of findings as Finding[]) {
    if (severity === 'error') records.set(record, [...(records.get(record) ?? []), { code, rule, field }]);
  }
  return records;
}

interface Refused {
  readonly fault: Fault;
  /** Over HTTP. */
  readonly told: readonly Told[];
}

const refused = new Map<FaultKind, Promise<Refused[]>>();

/** The faults that the platform refuses: a field takes some of these values, and then there is no fault. */
function refusedFaults(kind: FaultKind): Promise<Refused[]> {
  const known = refused.get(kind) ?? refuseFaults(kind);
  refused.set(kind, known);
  return known;
}

async function refuseFaults(kind: FaultKind): Promise<Refused[]> {
  const all: Refused[] = [];
  for (const fault of faultsOf(kind)) all.push({ fault, told: await overHttp(kind, fault) });
  return all.filter(({ told }) => told.length > 0);
}

async function inEngine(kind: FaultKind, { request }: Fault): Promise<Told[]> {
  const ask = service[KINDS[kind].operation] as (request: unknown) => Promise<{ envelope: Envelope<unknown> }>;
  const { envelope } = await ask(JSON.parse(JSON.stringify(request ?? null)));
  return toldByErrors(envelope.Errors);
}

function byName<T>(faults: readonly Refused[], tell: (one: Refused, index: number) => T): Record<string, T> {
  return Object.fromEntries(faults.map((one, index) => [`${index} ${one.fault.name}`, tell(one, index)]));
}

const seen = { pairs: 0 };

describe.each(KIND_NAMES)('one fault of %s', (kind) => {
  it('is one code, rule and field over HTTP, in the engine, in a JSON file and in a dry run', async () => {
    const faults = await refusedFaults(kind);
    const file = join(folder, `${kind}.json`);
    await writeFile(file, JSON.stringify(faults.map(({ fault }) => fault.request ?? null)));
    const [checked, rehearsed] = [
      await byRecord(['validate', kind, file]),
      await byRecord([...KINDS[kind].command, file, '--dry-run', '--skip-invalid']),
    ];
    const expected = byName(faults, ({ told }) => told);
    const answers = await Promise.all(faults.map(({ fault }) => inEngine(kind, fault)));
    expect(byName(faults, (_, index) => answers[index])).toEqual(expected);
    expect(byName(faults, (_, index) => checked.get(index + 1))).toEqual(expected);
    expect(byName(faults, (_, index) => rehearsed.get(index + 1))).toEqual(expected);
    seen.pairs += faults.length;
  });

  it('is the same in a cell of a table', async () => {
    const inCells = (await refusedFaults(kind)).filter(({ fault }) => fault.cell !== undefined);
    const file = join(folder, `${kind}.csv`);
    await writeFile(
      file,
      tableOf(
        kind,
        inCells.map(({ fault }) => fault),
      ),
    );
    const checked = await byRecord(['validate', kind, file]);
    const expected = byName(inCells, ({ told }) => told.map((one) => ({ ...one, field: inTable(one.field) })));
    expect(byName(inCells, (_, index) => checked.get(index + 1))).toEqual(expected);
    seen.pairs += inCells.length;
  });
});

/** A table names the field, and not the way to it. */
function inTable(field: string | null): string | null {
  return field?.replace(/^(?:Schedule|Candidates\[\d+\])\./, '') ?? null;
}

function tableOf(kind: FaultKind, faults: readonly Fault[]): string {
  const rows = faults.map(({ cell }, index) => ({ ...ROWS[kind](index), ...(cell && { [cell.column]: cell.text }) }));
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => header.map((name) => quoted(String((row as Record<string, unknown>)[name] ?? ''))));
  return [header, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** A row without a fault. */
const ROWS: Readonly<Record<FaultKind, (index: number) => object>> = {
  users: (index) => ({ ...userRequest({ ExternalId: `u-${index}` }), SpecialNeeds: 'true' }),
  collections: (index) => collectionRequest({ ExternalId: `c${index}` }),
  schedules: (index) => ({
    ...scheduleRequest({ schedule: { ScheduleExtId: `S-${index}` } }).Schedule,
    ...asRequest<object>(candidate({ CandidateExtId: `c-${index}` })),
    SpecialNeeds: 'true',
  }),
};

it('there are at least 300 such pairs', () => {
  expect(seen.pairs).toBeGreaterThanOrEqual(300);
});
