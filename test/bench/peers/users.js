/** A user's row as a script would check it that was written for the purpose: what the field table of examctl says, by hand. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import * as z from 'zod';

const text = (length) => z.string().max(length).optional();
const yesNo = z.enum(['yes', 'no', 'true', 'false', '1', '0']).optional();

export const userSchema = z.object({
  ExternalId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[-\w@.]+$/),
  LastName: z.string().min(1).max(500),
  FirstName: z.string().min(1).max(500),
  Email: z.email().max(100).optional(),
  UserName: z.string().max(50).regex(/^\S+$/).optional(),
  Role: text(500),
  Photo: z.url().max(500).optional(),
  DateOfBirth: z.iso.date().optional(),
  Company: text(100),
  CountryCode: text(20),
  State: text(50),
  City: text(50),
  PostalCode: text(50),
  PostalAddress: text(500),
  AddressLine1: text(500),
  AddressLine2: text(500),
  PhoneNumber: text(50),
  CellularPhone: text(50),
  SpecialNeeds: yesNo,
  ReasonableAdjustmentPercentage: z.coerce.number().int().min(0).max(999).optional(),
  EnableReadSpeaker: yesNo,
  DisableLogin: yesNo,
  DisablePasswordReset: yesNo,
  SynchronizationKey: z.guid().optional(),
  Labels: z.array(z.string().min(1).max(100)).max(20).optional(),
  AllowedIpAddresses: z
    .array(z.string().regex(/^[\da-f:.]+([/-][\da-f:.]+)?$/i))
    .max(100)
    .optional(),
  Hierarchies: z.array(z.object({ ExternalId: z.string().min(1).max(64) })).optional(),
});

/** Cells into values: what is empty is absent, and lists are cut. */
export function userOf(row) {
  const user = {};
  for (const column in row) {
    const cell = row[column];
    if (cell === '') continue;
    if (column === 'Hierarchies') user[column] = cell.split('|').map((id) => ({ ExternalId: id }));
    else if (column === 'Labels' || column === 'AllowedIpAddresses') user[column] = cell.split('|');
    else user[column] = cell;
  }
  return user;
}

/** Whether a key of the user has been there before. */
export function createRepeats() {
  const seen = { ExternalId: new Set(), UserName: new Set(), SynchronizationKey: new Set() };
  return (user) => {
    let isRepeated = false;
    for (const key in seen) {
      if (user[key] === undefined) continue;
      isRepeated ||= seen[key].has(user[key]);
      seen[key].add(user[key]);
    }
    return isRepeated;
  };
}

export const readRows = (file) => createReadStream(file).pipe(parse({ columns: true, bom: true }));
