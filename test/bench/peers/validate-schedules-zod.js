// Checks a sitting list with csv-parse and zod, its rows grouped by schedule: prints how many schedules there are, or
// that rows are wrong.
import * as z from 'zod';
import { readRows } from './users.js';

const text = (length) => z.string().max(length).optional();
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[-A-Za-z0-9]+$/);
const yesNo = z.enum(['yes', 'no', 'true', 'false', '1', '0']).optional();
const rowSchema = z.object({
  ScheduleExtId: id,
  AssessmentExtId: id,
  Title: text(500),
  StartDateTime: z.iso.datetime({ offset: true }),
  GroupExtId: id,
  GroupName: text(500),
  ScheduleGroupExtId: text(64),
  ScheduleGroupName: text(500),
  Workflow: text(20),
  LockExamOnConnectionLoss: yesNo,
  CandidateExtId: id,
  FirstName: z.string().min(1).max(500),
  LastName: z.string().min(1).max(500),
  Email: z.email().max(100).optional(),
  SpecialNeeds: yesNo,
  ReasonableAdjustmentPercentage: z.coerce.number().int().min(0).max(999).optional(),
  RegistrationNumber: text(100),
  AddressLine1: text(500),
  PostalCode: text(50),
  City: text(50),
  CountryCode: text(20),
  PhoneNumber: text(50),
});

const candidates = new Set();
const schedules = new Map();
let wrong = 0;
for await (const row of readRows(process.argv[2])) {
  for (const column in row) if (row[column] === '') delete row[column];
  const key = `${row.ScheduleExtId} ${row.CandidateExtId}`;
  if (!rowSchema.safeParse(row).success || candidates.has(key)) wrong += 1;
  candidates.add(key);
  schedules.set(row.ScheduleExtId, (schedules.get(row.ScheduleExtId) ?? 0) + 1);
}
console.log(wrong === 0 ? schedules.size : `${wrong} rows are wrong`);
