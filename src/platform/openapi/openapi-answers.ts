/** Describes the answers of each operation: the envelope around its content, and the conditions of the error tables. */

import { allConditionsOf, type Condition, type Operation } from '../conditions/index.ts';
import type { TextField } from '../fields/field.ts';
import { invigilatorResource } from '../resources/invigilators.ts';
import { reviewSessionResource } from '../resources/review-session.ts';
import { type UserWriteOnlyField, userResource } from '../resources/user.ts';
import type { JsonSchema, SchemaName } from './openapi-schemas.ts';

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The request and the answer of an operation. */
interface Described {
  readonly tag: string;
  readonly description: string;
  /** The field whose value is `{externalId}`. */
  readonly parameter?: TextField;
  readonly body?: JsonSchema;
  /** Name of the envelope in the document. */
  readonly envelope: string;
  readonly content: JsonSchema;
}

export const DESCRIBED: Readonly<Record<Operation, Described>> = {
  pushSchedule: {
    tag: 'Schedules',
    description:
      'Creates a schedule with its candidates and the links with which they start; with Upsert, also updates one.',
    body: { $ref: refTo('ScheduleRequest') },
    envelope: 'ScheduleEnvelope',
    content: { type: 'string', description: 'External id of the schedule' },
  },
  getReviewSession: {
    tag: 'Review sessions',
    description: 'A review session with its options and the results of its candidates.',
    parameter: reviewSessionResource.fields.ExternalId,
    envelope: 'ReviewSessionEnvelope',
    content: { $ref: refTo('ReviewSession') },
  },
  addCollection: {
    tag: 'Collections',
    description: 'Creates a collection, with its taxonomies and its repositories of learning objectives.',
    body: { $ref: refTo('Collection') },
    envelope: 'CollectionEnvelope',
    content: objectOf({
      ExternalId: { type: 'string', description: 'External id of the collection that was created' },
      Errors: listOf({ $ref: refTo('ApiError') }),
    }),
  },
  saveUser: {
    tag: 'Users',
    description: 'Creates or updates a user, as the settings of the platform allow.',
    body: { $ref: refTo('User') },
    envelope: 'UserEnvelope',
    content: objectOf({ User: { $ref: refTo('StoredUser') }, GroupErrors: listOf({ $ref: refTo('GroupError') }) }),
  },
  removeInvigilators: {
    tag: 'Schedules',
    description:
      'Removes users from the invigilators of a schedule; the answer has the ids that were removed and those that were not.',
    parameter: invigilatorResource.fields.ScheduleExtId,
    body: { type: 'array', items: { type: 'string' }, description: invigilatorResource.fields.UserExtId.meaning },
    envelope: 'InvigilatorsEnvelope',
    content: objectOf({
      SuccessfullyRemoved: listOf({ type: 'string' }),
      Errors: listOf({ $ref: refTo('InvigilatorError') }),
    }),
  },
};

/** Resources that occur in answers only. */
const READ_ONLY = [
  'ReviewSession',
  'ReviewHierarchy',
  'ReviewResult',
  'ResultsOptions',
  'OverviewOptions',
] as const satisfies readonly SchemaName[];

/** Schemas of the envelopes and of their parts. */
export function answerSchemas(resources: Readonly<Record<SchemaName, JsonSchema>>): Record<string, JsonSchema> {
  const envelopes = Object.values(DESCRIBED).map(({ envelope, content }) => [
    envelope,
    envelopeOf({ anyOf: [content, { type: 'null' }] }),
  ]);
  return {
    ...Object.fromEntries(envelopes),
    Refusal: envelopeOf({ type: 'null' }),
    ApiError,
    GroupError: entityError('ExternalId'),
    InvigilatorError: entityError('UserExtId'),
    StoredUser: storedUser(resources.User),
    ...Object.fromEntries(READ_ONLY.map((name) => [name, answerOf(resources[name])])),
  };
}

/** Keywords for limits of requests. Answers may exceed them: a user who was first a candidate may have longer names. */
const LIMITS = /^(?:min|max)(?:Length|Items|imum)$|^(?:pattern|format|uniqueItems)$/;

/** The schema of the same fields in an answer: every field is present, and there are no limits. */
function answerOf({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    // The format date-time is a type, not a limit.
    return LIMITS.test(name) && value !== 'date-time' ? undefined : value;
  });
  return { ...(JSON.parse(text) as JsonSchema), required: Object.keys(schema['properties'] as object) };
}

const ApiError = {
  type: 'object',
  description: 'One problem of a request; all of them are listed, not only the first.',
  properties: {
    Code: { type: ['integer', 'null'], description: 'The number of the condition; null where it has none' },
    Error: { type: 'string', description: 'What is wrong, in words' },
    Field: { type: 'string', description: 'Path of the field in the request, such as Candidates[3].Email' },
    Rule: { type: 'string', description: 'Stable name of the rule that was broken' },
  },
  required: ['Code', 'Error'],
} as const;

function envelopeOf(content: JsonSchema): JsonSchema {
  return objectOf({
    Content: content,
    Success: { type: 'boolean' },
    Errors: { anyOf: [listOf({ $ref: refTo('ApiError') }), { type: 'null' }] },
  });
}

function entityError(id: string): JsonSchema {
  return objectOf({ [id]: { type: 'string' }, Code: { type: 'integer' }, Error: { type: 'string' } });
}

/** The fields of a user in an answer. Every field is present, and null if it is not set. */
function storedUser(user: JsonSchema): JsonSchema {
  const writeOnly: readonly string[] = ['Password', 'Hierarchies'] satisfies UserWriteOnlyField[];
  const names = Object.keys(userResource.fields).filter((name) => !writeOnly.includes(name));
  const properties = user['properties'] as Readonly<Record<string, JsonSchema>>;
  const stored = names.map((name) => [name, properties[name]]);
  return answerOf({ title: 'StoredUser', type: 'object', properties: Object.fromEntries(stored) });
}

export function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The answers of an operation by status. */
export function responsesOf(operation: Operation): Record<string, JsonSchema> {
  const { envelope } = DESCRIBED[operation];
  const list = conditionList(allConditionsOf(operation));
  // Invigilators: its conditions are listed with status 200.
  const [success, refused] =
    operation === 'removeInvigilators'
      ? [`Done, in part perhaps; or refused, with Success false.\n\n${list}`, 'The request is malformed.']
      : ['Done.', `The request is refused.\n\n${list}`];
  return {
    200: response(success, envelope),
    400: response(refused, 'Refusal'),
    403: response('Not allowed to use the external API: the token is missing or not valid.', 'Refusal'),
    500: response('Internal server error.', 'Refusal'),
    default: response(OTHER_REFUSALS, 'Refusal'),
  };
}

/** Describes the refusals of the server before an operation is reached. */
const OTHER_REFUSALS =
  'Refused before the operation was reached; Rule then begins with http. 404: no such path. 405: the path does not ' +
  'have this method; the header Allow names the one that it has. Malformed requests, with status 400: bodies that are ' +
  'no JSON, too large, nested too deep, compressed, cut off, or ' +
  'with one key twice in an object; a wrong Content-Type, Idempotency-Key or Host; what is no HTTP. 429: more requests ' +
  'than the server takes from one token. 503: the store cannot be used now. With both, the header Retry-After says when ' +
  'to send it again; a 503 without it leaves open whether the request was done.';

function response(description: string, schema: string): JsonSchema {
  return { description, ...jsonContent({ $ref: refTo(schema) }) };
}

export function jsonContent(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } };
}

function conditionList(conditions: readonly Condition[]): string {
  const lines = conditions.map(({ code, rules, meaning }) => `| ${code ?? ''} | ${meaning} | ${rules.join(', ')} |`);
  return ['| Code | Condition | Rule |', '| --- | --- | --- |', ...lines].join('\n');
}
