/** The interface as an OpenAPI 3.1 document, made of the contract. */
import type { TextField } from '../fields/field.ts';
import { invigilatorResource } from '../resources/invigilators.ts';
import { answerSchemas, refTo, responsesOf } from './openapi-answers.ts';
import { type JsonSchema, resourceSchemas, type SchemaName } from './openapi-schemas.ts';
import { reviewSessionResource } from '../resources/review-session.ts';
import { AUTHORIZATION_SCHEME, BASE_PATH, type Route, ROUTES } from '../routes.ts';
import type { Operation } from '../conditions/index.ts';

export { jsonSchemaOf } from './openapi-kinds.ts';

let text: string | undefined;

/** The document as JSON; made once. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}

export function openApiDocument(): JsonSchema {
  const resources = resourceSchemas(refTo);
  const { InvigilatorRemoval: _, ...named } = resources;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assessment Integration API',
      version: 'v1',
      description:
        'Schedules with their candidates, review sessions, collections, users and invigilators of an assessment ' +
        'platform. Every answer has the envelope Content, Success, Errors. Beside what the schemas say, white space ' +
        'before and after a text is refused, but for the names of persons.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH }],
    security: [{ token: [] }],
    tags: [...new Set(Object.values(TAGS))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `The value is ${AUTHORIZATION_SCHEME}, a space and the token.`,
        },
      },
      schemas: { ...named, ...answerSchemas(resources) },
    },
  };
}

const TAGS = {
  pushSchedule: 'Schedules',
  getReviewSession: 'Review sessions',
  addCollection: 'Collections',
  saveUser: 'Users',
  removeInvigilators: 'Schedules',
} as const satisfies Record<Operation, string>;

function paths(): JsonSchema {
  const byPath: Record<string, Record<string, JsonSchema>> = {};
  for (const [operation, { method, path, summary }] of Object.entries(ROUTES) as [Operation, Route][]) {
    byPath[path] = {
      ...byPath[path],
      [method.toLowerCase()]: {
        operationId: operation,
        summary,
        tags: [TAGS[operation]],
        ...parametersOf(operation),
        ...bodyOf(operation),
        responses: responsesOf(operation),
      },
    };
  }
  return byPath;
}

/** What `{externalId}` is the id of. */
const PARAMETERS: Partial<Record<Operation, TextField>> = {
  getReviewSession: reviewSessionResource.fields.ExternalId,
  removeInvigilators: invigilatorResource.fields.ScheduleExtId,
};

function parametersOf(operation: Operation): JsonSchema {
  const field = PARAMETERS[operation];
  if (field === undefined) return {};
  const schema = { type: 'string', maxLength: field.max };
  return { parameters: [{ name: 'externalId', in: 'path', required: true, description: field.meaning, schema }] };
}

const BODIES: Partial<Record<Operation, SchemaName | JsonSchema>> = {
  pushSchedule: 'ScheduleRequest',
  addCollection: 'Collection',
  saveUser: 'User',
  removeInvigilators: {
    type: 'array',
    items: { type: 'string' },
    description: invigilatorResource.fields.UserExtId.meaning,
  },
};

function bodyOf(operation: Operation): JsonSchema {
  const body = BODIES[operation];
  if (body === undefined) return {};
  const schema = typeof body === 'string' ? { $ref: refTo(body) } : body;
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}
