/** The interface as an OpenAPI 3.1 document, made of the contract. */
import type { TextField } from '../fields/field.ts';
import { invigilatorResource } from '../resources/invigilators.ts';
import { answerSchemas, refTo, responsesOf } from './openapi-answers.ts';
import { type JsonSchema, resourceSchemas } from './openapi-schemas.ts';
import { reviewSessionResource } from '../resources/review-session.ts';
import { AUTHORIZATION_SCHEME, BASE_PATH, type Route, ROUTES } from '../routes.ts';
import type { Operation } from '../conditions/index.ts';

export { jsonSchemaOf } from './openapi-schemas.ts';

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
    tags: [...new Set(Object.values(TAKEN).map(({ tag }) => tag))].map((name) => ({ name })),
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

/** What an operation takes: its tag, what `{externalId}` is the id of, and the body. */
interface Taken {
  readonly tag: string;
  readonly parameter?: TextField;
  readonly body?: JsonSchema;
}

const TAKEN: Readonly<Record<Operation, Taken>> = {
  pushSchedule: { tag: 'Schedules', body: { $ref: refTo('ScheduleRequest') } },
  getReviewSession: { tag: 'Review sessions', parameter: reviewSessionResource.fields.ExternalId },
  addCollection: { tag: 'Collections', body: { $ref: refTo('Collection') } },
  saveUser: { tag: 'Users', body: { $ref: refTo('User') } },
  removeInvigilators: {
    tag: 'Schedules',
    parameter: invigilatorResource.fields.ScheduleExtId,
    body: { type: 'array', items: { type: 'string' }, description: invigilatorResource.fields.UserExtId.meaning },
  },
};

function paths(): JsonSchema {
  const byPath: Record<string, Record<string, JsonSchema>> = {};
  for (const [operation, { method, path, summary }] of Object.entries(ROUTES) as [Operation, Route][]) {
    const { tag, parameter, body } = TAKEN[operation];
    byPath[path] = {
      ...byPath[path],
      [method.toLowerCase()]: {
        operationId: operation,
        summary,
        tags: [tag],
        ...(parameter && { parameters: [parameterSchema(parameter)] }),
        ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
        responses: responsesOf(operation),
      },
    };
  }
  return byPath;
}

function parameterSchema({ max, meaning }: TextField): JsonSchema {
  const schema = { type: 'string', maxLength: max };
  return { name: 'externalId', in: 'path', required: true, description: meaning, schema };
}
