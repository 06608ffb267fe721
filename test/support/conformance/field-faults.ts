/** Makes requests with one fault each, from the contract of every field. */

import type { Field, ListField, NumberField, Resource, TextField } from '../../../src/platform/fields/field.ts';
import { collectionResource } from '../../../src/platform/resources/collection.ts';
import {
  candidateResource,
  scheduleRequestResource,
  scheduleResource,
} from '../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { candidate, collectionRequest, scheduleRequest, userRequest } from './requests.ts';

export type FaultKind = 'schedules' | 'users' | 'collections';

export interface Fault {
  readonly name: string;
  readonly request: unknown;
  /** The same fault in a table, if a cell can have it. */
  readonly cell?: { readonly column: string; readonly text: string };
}

/** Each request has an id of its own, so that one file can have many of them. */
export function faultsOf(kind: FaultKind): Fault[] {
  return MAKERS[kind]().map((fault, index) => ({ ...fault, request: fault.make(index) }));
}

interface Made extends Omit<Fault, 'request'> {
  readonly make: (index: number) => unknown;
}

const MAKERS: Readonly<Record<FaultKind, () => Made[]>> = {
  users: () => [
    ...bodies(),
    ...made(userResource, (change, index) => userRequest({ ExternalId: `u-${index}`, ...change })),
  ],
  collections: () => [
    ...bodies(),
    ...made(collectionResource, (change, index) => collectionRequest({ ExternalId: `c${index}`, ...change })),
  ],
  schedules: () => [
    ...bodies(),
    ...made(scheduleRequestResource, (top, index) => scheduleRequest({ schedule: idOf(index), top })),
    ...made(scheduleResource, (change, index) => scheduleRequest({ schedule: { ...idOf(index), ...change } })),
    ...made(candidateResource, (change, index) =>
      scheduleRequest({ schedule: idOf(index), candidates: [candidate({ CandidateExtId: `c-${index}`, ...change })] }),
    ),
  ],
};

function idOf(index: number): object {
  return { ScheduleExtId: `S-${index}` };
}

/** Values that are not requests. */
function bodies(): Made[] {
  return [{}, [], [[]], null, 'text', 7].map((body) => ({
    name: `the body ${JSON.stringify(body)}`,
    make: () => body,
  }));
}

function made(resource: Resource, make: (change: object, index: number) => unknown): Made[] {
  const fields = Object.entries(resource.fields).flatMap(([name, field]) =>
    valuesOf(field).map(([value, text]): Made => {
      const shown = JSON.stringify(value)?.slice(0, 60);
      return {
        name: `${resource.name}.${name} ${shown}`,
        make: (index) => make({ ...alongWith(resource, name), [name]: value }, index),
        ...(text === undefined ? {} : { cell: { column: name, text } }),
      };
    }),
  );
  return [...fields, { name: `${resource.name}.Nickname`, make: (index) => make({ Nickname: 'x' }, index) }];
}

/** The other field that the rule about extra time needs: without special needs, there would be a second fault. */
function alongWith({ fields }: Resource, name: string): object {
  if (name !== 'ReasonableAdjustmentPercentage') return {};
  const needs = fields['SpecialNeeds'];
  return { SpecialNeeds: needs?.kind === 'boolean' && needs.asText ? 'true' : true };
}

/** A value, and the text of a cell with the same meaning. */
type Value = readonly [value: unknown, text?: string];

function valuesOf(field: Field): Value[] {
  const isColumn = field.kind !== 'list' && field.kind !== 'object';
  const absent: Value[] = field.required ? [isColumn ? [undefined, ''] : [undefined], [null]] : [];
  switch (field.kind) {
    case 'text':
      return [
        ...absent,
        ...(mayBeEmpty(field) ? [] : [[''] as Value]),
        ...textsOf(field).map((text): Value => [text, text]),
        ...NO_TEXTS,
      ];
    case 'choice':
      return [...absent, ['NOPE', 'NOPE'], [7], [[]]];
    case 'boolean':
      return [...absent, ['perhaps', 'perhaps'], [7], [{}]];
    case 'integer':
    case 'decimal':
      return [...absent, ...numbersOf(field), ['many', 'many'], [true], [[]]];
    case 'date-time':
      return [...absent, ['tomorrow', 'tomorrow'], ['2027-02-30T09:00:00Z', '2027-02-30T09:00:00Z'], [7]];
    case 'list':
      return [...absent, ...listsOf(field)];
    case 'object':
      return [...absent, [7], [[]], ['text']];
  }
}

const NUL = 'a\u0000b';
const NO_TEXTS: readonly Value[] = [[NUL], ['\ud800'], [7], [true], [{}], [[]]];

function mayBeEmpty({ required, nonEmpty, min, pattern, format }: TextField): boolean {
  return !required && !nonEmpty && (min ?? pattern ?? format) === undefined;
}

function textsOf({ required, nonEmpty, max, min, pattern, format, noSpaces, surroundingSpace }: TextField): string[] {
  return [
    ...(required || nonEmpty ? [' '] : []),
    ...(max === undefined ? [] : ['x'.repeat(max + 1)]),
    ...(min === undefined || min < 2 ? [] : ['x'.repeat(min - 1)]),
    ...(pattern === undefined ? [] : ['a b', 'ä', 'a/b']),
    ...(format === undefined ? [] : ['wrong', '12.5', 'a@b']),
    ...(noSpaces ? ['a b'] : []),
    ...(surroundingSpace === 'warning' ? [] : [' a', 'a ']),
  ];
}

function numbersOf({ min, max }: Pick<NumberField, 'min' | 'max'>): Value[] {
  return [min === undefined ? undefined : min - 1, max === undefined ? undefined : max + 1, 0.5].flatMap(
    (value): Value[] => (value === undefined ? [] : [[value, String(value)]]),
  );
}

/** Faults of entries. In a cell, entries are separated by bars. */
function listsOf(list: ListField): Value[] {
  return list.of.kind === 'object' ? listsOfObjects(list, list.of.resource) : listsOfTexts(list, list.of as TextField);
}

function listsOfTexts({ max, unique }: ListField, of: TextField): Value[] {
  const good = of.format === 'ip-range' ? '10.0.0.1' : 'a';
  const many = Array.from({ length: (max ?? 0) + 1 }, (_, index) => `${good}.${index}`.replace('1.', ''));
  return [
    [7],
    [{}],
    [[good, null]],
    [[NUL]],
    [[good, ''], `${good}|`],
    ...(unique === undefined ? [] : [[[good, good], `${good}|${good}`] as Value]),
    ...(max === undefined ? [] : [[many, many.join('|')] as Value]),
    ...textsOf(of).map((entry): Value => [[entry], entry]),
  ];
}

/** Faults of candidates, which are rows of a table. */
function listsOfObjects({ unique }: ListField, resource: Resource): Value[] {
  if (resource === candidateResource) return [[7], [{}], [[null]], [[{}]], [[7]]];
  const good = { ExternalId: 'LAW-1' };
  return [
    [7],
    [{}],
    [[{}, good]],
    [[good, null], 'LAW-1|'],
    [[null, good], '|LAW-1'],
    [[good, null, { ExternalId: 'LAW-2' }], 'LAW-1||LAW-2'],
    ...(unique === undefined ? [] : [[[good, good], 'LAW-1|LAW-1'] as Value]),
    ...entriesOf(resource),
  ];
}

/** Returns a list of one entry with one fault. */
function entriesOf(resource: Resource): Value[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    valuesOf(field).map(([value, text]): Value => {
      const entry = name === 'ExternalId' ? { [name]: value } : { ExternalId: 'LAW-1', [name]: value };
      const isWord = field.kind === 'choice' && text !== undefined;
      return isWord ? [[entry], `LAW-1:${text}`] : [[entry]];
    }),
  );
}
