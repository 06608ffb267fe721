/** The report of a bulk command: its JSON on standard output is a promise to scripts (docs/reports.md). */
import { z } from 'zod';
import type { ApiError } from '../platform/problem.ts';
import { type Finding, SEVERITIES } from './finding.ts';

const COUNT = z.int().min(0);
const PLACE = { file: z.string(), line: COUNT, sheet: z.string().optional() };

const error = z.object({
  Code: z.int().nullable(),
  Error: z.string(),
  Field: z.string().optional(),
  Rule: z.string().optional(),
} satisfies Record<keyof ApiError, z.ZodType>);

const finding = z.object({
  ...PLACE,
  severity: z.enum(SEVERITIES),
  record: COUNT,
  column: z.string().nullable(),
  cell: z.string().optional(),
  field: z.string().nullable(),
  key: z.string().nullable(),
  code: z.int().nullable(),
  rule: z.string(),
  message: z.string(),
  suggestion: z.string().nullable(),
} satisfies Record<keyof Finding, z.ZodType>);

/** The value of a field before and after a change, as text; null if it is not set. */
const change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The id and the name of the candidate, for a change of a candidate in a schedule. */
  candidate: z.string().optional(),
  name: z.string().optional(),
});

const link = z.object({ CandidateExtId: z.string().nullable(), name: z.string(), url: z.string() });

/** The result of one record: one request to the platform. */
const result = z.object({
  ...PLACE,
  /** The external id of the record. */
  key: z.string(),
  /** The name of the person, shortened unless `--reveal` is set, or the title; absent if there is none. */
  name: z.string().optional(),
  /** The times of a schedule; `end` is absent if the platform sets the end. */
  sitting: z.object({ start: z.string(), end: z.string().optional() }).optional(),
  /** In a dry run the planned one; `unknown` if only the target knows. */
  action: z.enum(['create', 'update', 'unchanged', 'unknown']),
  outcome: z.enum(['succeeded', 'failed', 'unknown', 'not-sent', 'would-succeed', 'would-fail']),
  /** How many times this command sent the record; 0 if an earlier part of a resumed run sent it. */
  attempts: COUNT,
  errors: z.array(error),
  /**
   * The changes of an update, and of users whom a new schedule changes, if they are known. Personal data is masked
   * unless `--reveal` is set.
   */
  changes: z.array(change).optional(),
  /** The links of candidates in the answer of a remote. Anyone with a link can enter the exam. */
  links: z.array(link).optional(),
  /** The answer of the remote that proves the success of an earlier attempt without an answer. */
  said: z.string().optional(),
  /** The beginning of an answer in an unknown form, on one line and without secrets. */
  excerpt: z.string().optional(),
});

/** Numbers of records; for `schedule push` a record is a schedule with its candidates. */
const counts = z.object({
  read: COUNT,
  valid: COUNT,
  invalid: COUNT,
  create: COUNT,
  update: COUNT,
  unchanged: COUNT,
  sent: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  unknown: COUNT,
  /** The candidates of all schedules read; only in reports of `schedule push`. */
  candidates: COUNT.optional(),
  /** The disabled logins of users who are not in the file; before sending, the logins to disable. Only of `user sync`. */
  disabled: COUNT.optional(),
});

/** The lines of an input. All other counts add up to `lines`. */
const inputTotals = z.object({
  file: z.string(),
  lines: COUNT,
  /** Lines of the header; in JSON, lines with only brackets and commas between records. */
  header: COUNT,
  /** Lines on which a record begins. */
  records: COUNT,
  /** Further lines of records. */
  continued: COUNT,
  blank: COUNT,
  /** Lines of rows that are no records and are left out, and further lines of rows that seem to contain other rows. */
  reported: COUNT,
});

/** The target of a run. `where` is the folder of the store, or the base URL. */
const target = z.object({ kind: z.enum(['local', 'remote']), where: z.string() });

/** An error that stopped the command. */
const stopped = z.object({ name: z.string(), message: z.string(), hint: z.string().nullable() });

const report = z.object({
  schemaVersion: z.literal(1),
  /** `schedule push`, `user sync`, `validate users`, … */
  command: z.string(),
  /** The id of the run; null if there is no run record: for a check, a dry run, and a run that stopped before it sent. */
  run: z.string().nullable(),
  /** The time of the report, in UTC: `2026-11-21T03:15:00.000Z`. */
  createdAt: z.iso.datetime(),
  target: target.nullable(),
  dryRun: z.boolean(),
  /** The source of a dry run: the engine with the real state, or local validation alone; null if it is no dry run. */
  rehearsal: z.enum(['engine', 'validation']).nullable(),
  /** The rules of the suspicions that `--accept` lets through. */
  accepted: z.array(z.string()),
  counts,
  /** One entry for each file that was read to its end. */
  inputs: z.array(inputTotals),
  findings: z.array(finding),
  results: z.array(result),
  /** The shortened lists, with the number of shown and of all entries; absent if none is shortened. */
  cut: z.record(z.string(), z.object({ shown: COUNT, total: COUNT })).optional(),
  error: stopped.nullable(),
  exitCode: z.int(),
});

/** The types of the report are those of its schema, so that neither can lack what the other has. */
export type Report = z.infer<typeof report>;

/** The schema allows further members: later versions may add some. */
export function reportJsonSchema(): object {
  const schema = z.toJSONSchema(report, { io: 'input' });
  return { title: 'Report', description: 'What a bulk command says with --json.', ...schema };
}
