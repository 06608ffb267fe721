/** Files in which each record is one request: how they are read, and what is checked of them. */
import type { DraftSource } from '../../bulk/model/draft.ts';
import { collectionResource } from '../../platform/resources/collection.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { invigilatorResource, NAME_SCHEDULE } from '../../platform/resources/invigilators.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { userResource } from '../../platform/resources/user.ts';
import { withCollectionId } from '../../input/table/collection-id.ts';
import { type ColumnField, fieldsOf } from '../../input/table/column-field.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Input } from '../../input/port.ts';
import { draftRecords, type RecordDraftOptions } from '../../input/table/record-drafts.ts';

export type RecordKind = 'candidates' | 'users' | 'collections' | 'invigilators';

interface RecordFormat {
  readonly resource: Resource;
  /** The fields that a record is known by; together where there are several. */
  readonly keyFields: readonly string[];
  /** Columns beside those of the resource. */
  readonly extra?: readonly ColumnField[] | undefined;
  /** Columns that must be there beside those of required fields. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** What helps where a required column is missing, by its name. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** Gives a record an id that has none. */
  readonly withId?: RecordDraftOptions['withId'] | undefined;
}

const FORMATS: Record<RecordKind, RecordFormat> = {
  candidates: {
    resource: candidateResource,
    keyFields: ['CandidateExtId'],
    extra: fieldsOf(scheduleResource).filter(({ name }) => name === 'ScheduleExtId'),
  },
  users: { resource: userResource, keyFields: ['ExternalId'], alsoRequired: ['ExternalId'] },
  collections: { resource: collectionResource, keyFields: ['ExternalId'], withId: withCollectionId },
  invigilators: {
    resource: invigilatorResource,
    keyFields: ['ScheduleExtId', 'UserExtId'],
    suggestions: { ScheduleExtId: NAME_SCHEDULE },
  },
};

/** `preset` holds what the command line says of every record: such fields need no column. */
export function draftKind(
  kind: RecordKind,
  input: Input,
  conversion: ConversionOptions,
  mapping: ReadonlyMap<string, string>,
  preset: Readonly<Record<string, unknown>> = {},
): DraftSource {
  const { resource, keyFields, extra = [], alsoRequired = [], suggestions = {}, withId } = FORMATS[kind];
  const columns = fieldsOf(resource);
  const isNeeded = ({ name, field }: ColumnField) => isRequired(field) || alsoRequired.includes(name);
  const required = columns.filter((column) => isNeeded(column) && !Object.hasOwn(preset, column.name));
  return draftRecords(input, {
    ...conversion,
    resource,
    keyFields,
    preset,
    withId,
    columns: { known: [...columns, ...extra], required, suggestions, mapping },
  });
}

function isRequired(field: Field): boolean {
  return field.required === true;
}
