/** Reads the people of a record of any kind. */
import { isObject, type JsonObject, textOrNull } from '../../../base/json-value.ts';
import { ownList } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Person, PersonWithId } from '../../../platform/fields/person.ts';
import type { Path } from '../../../platform/problem.ts';
import { candidateResource } from '../../../platform/resources/schedule.ts';
import { userResource } from '../../../platform/resources/user.ts';

/** A person of a record. */
export interface KnownPerson extends PersonWithId {
  /** The position in the list of candidates; 0 if the record is the person. */
  readonly index: number;
}

/** Describes where the records of a kind have people. */
export interface PeopleOf {
  readonly resource: string;
  readonly idField: string;
  readonly list: 'Candidates' | undefined;
}

export const PEOPLE = {
  users: { resource: userResource.name, idField: 'ExternalId', list: undefined },
  candidates: { resource: candidateResource.name, idField: 'CandidateExtId', list: undefined },
  schedules: { resource: candidateResource.name, idField: 'CandidateExtId', list: 'Candidates' },
} as const satisfies Record<string, PeopleOf>;

export const PERSON_FIELDS = ['FirstName', 'LastName', 'Email', 'DateOfBirth', 'UserName'] as const;

export function peopleIn(request: unknown, people: PeopleOf): KnownPerson[] {
  return recordsIn(request, people).map(({ id, index, record }) => ({ id, index, person: personOf(record) }));
}

/** The same for callers that need only the ids. */
export function recordsIn(request: unknown, { idField, list }: PeopleOf): PersonRecord[] {
  const records = list === undefined ? [request] : ownList(request, list);
  const found: PersonRecord[] = [];
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index];
    if (!isObject(record)) continue;
    const id = textOrNull(record[idField]);
    if (id !== null) found.push({ id, index, record });
  }
  return found;
}

interface PersonRecord extends Pick<KnownPerson, 'id' | 'index'> {
  readonly record: JsonObject;
}

/** The record itself may have values that are no texts. */
function personOf(record: JsonObject): Person {
  const person: { -readonly [K in keyof Person]: Person[K] } = {};
  for (const name of PERSON_FIELDS) {
    const value = record[name];
    if (typeof value === 'string') person[name] = value;
  }
  return person;
}

/** Returns the line of a candidate. Mostly each row of a schedule is one of its candidates. */
export function lineOfCandidate({ rows, locate }: Draft, index: number, candidates: number): number {
  const row = rows.length === candidates ? rows[index] : undefined;
  return row?.line ?? locate(['Candidates', index, 'CandidateExtId']).line;
}

export function pathTo({ list }: PeopleOf, index: number, field: string): Path {
  return list === undefined ? [field] : [list, index, field];
}
