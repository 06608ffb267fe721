/**
 * The JSON Schema of the report. The types in `report.ts` are the contract. If a schema lacks a member, has an extra member,
 * or allows less than its type, this file does not compile.
 */
import { z } from 'zod';
import type { ApiError } from '../platform/problem.ts';
import { type Finding, SEVERITIES } from './finding.ts';
import {
  ACTIONS,
  type BulkReport,
  type Counts,
  type FieldChange,
  type InputTotals,
  OUTCOMES,
  REPORT_SCHEMA_VERSION,
  type RecordResult,
  type ReportedError,
  type ReportTarget,
} from './report.ts';

/** A schema for each member of a type. */
type Shape<T> = { [K in keyof Required<T>]: z.ZodType<T[K]> };

const COUNT = z.int().min(0);
const LINE = z.int().min(0);
const PLACE = { file: z.string(), line: LINE, sheet: z.string().optional() };

const error = z.object({
  Code: z.int().nullable(),
  Error: z.string(),
  Field: z.string().optional(),
  Rule: z.string().optional(),
} satisfies Shape<ApiError>);

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
} satisfies Shape<Finding>);

const change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  candidate: z.string().optional(),
  name: z.string().optional(),
} satisfies Shape<FieldChange>);

const link = z.object({ CandidateExtId: z.string().nullable(), name: z.string(), url: z.string() });

const result = z.object({
  ...PLACE,
  key: z.string(),
  name: z.string().optional(),
  sitting: z.object({ start: z.string(), end: z.string().optional() }).optional(),
  action: z.enum(ACTIONS),
  outcome: z.enum(OUTCOMES),
  attempts: COUNT,
  errors: z.array(error),
  changes: z.array(change).optional(),
  links: z.array(link).optional(),
  said: z.string().optional(),
  excerpt: z.string().optional(),
} satisfies Shape<RecordResult>);

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
  candidates: COUNT.optional(),
  disabled: COUNT.optional(),
} satisfies Shape<Counts>);

const inputTotals = z.object({
  file: z.string(),
  lines: COUNT,
  header: COUNT,
  records: COUNT,
  continued: COUNT,
  blank: COUNT,
  reported: COUNT,
} satisfies Shape<InputTotals>);

const target = z.object({ kind: z.enum(['local', 'remote']), where: z.string() } satisfies Shape<ReportTarget>);

const stopped = z.object({
  name: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
} satisfies Shape<ReportedError>);

const report = z.object({
  schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
  command: z.string(),
  run: z.string().nullable(),
  createdAt: z.iso.datetime(),
  target: target.nullable(),
  dryRun: z.boolean(),
  rehearsal: z.enum(['engine', 'validation']).nullable(),
  accepted: z.array(z.string()),
  counts,
  inputs: z.array(inputTotals),
  findings: z.array(finding),
  results: z.array(result),
  cut: z.record(z.string(), z.object({ shown: COUNT, total: COUNT })).optional(),
  error: stopped.nullable(),
  exitCode: z.int(),
} satisfies Shape<BulkReport>);

type Plain<T> = T extends readonly (infer E)[]
  ? Plain<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Plain<T[K]> }
    : T;

/** Does not compile if the schema refuses a value that the type allows. */
function schemaFor<_T extends z.input<typeof report>>(): z.ZodType {
  return report;
}

/** The schema allows further members: later versions may add some. */
export function reportJsonSchema(): object {
  const schema = z.toJSONSchema(schemaFor<Plain<BulkReport>>(), { io: 'input' });
  return { title: 'Report', description: 'What a bulk command says with --json.', ...schema };
}
