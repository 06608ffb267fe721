/** The interface as an OpenAPI 3.1 document, made from the contract. */

import type { Operation } from '../conditions/index.ts';
import { AUTHORIZATION_SCHEME, BASE_PATH, ROUTES, type Route } from '../routes.ts';
import { SANDBOX_TAG, sandboxPaths } from '../sandbox/openapi-sandbox.ts';
import { KEY_REUSED } from '../service.ts';
import { answerSchemas, DESCRIBED, parameterSchema, refTo, responsesOf } from './openapi-answers.ts';
import { type JsonSchema, resourceSchemas } from './openapi-schemas.ts';

const texts = new Map<boolean, string>();

/** Returns the document as JSON text. Each of the two documents is made once. */
export function openApiText(hasSandbox = false): string {
  const text = texts.get(hasSandbox) ?? JSON.stringify(openApiDocument(hasSandbox));
  texts.set(hasSandbox, text);
  return text;
}

/** Returns the document, with the paths of the sandbox if the server has one. */
export function openApiDocument(hasSandbox = false): JsonSchema {
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
    tags: [...new Set([...Object.values(DESCRIBED).map(({ tag }) => tag), ...(hasSandbox ? [SANDBOX_TAG] : [])])].map(
      (name) => ({ name }),
    ),
    paths: { ...paths(), ...(hasSandbox && sandboxPaths()) },
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

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Names the request. For a day, the same request with the same key gets the same answer and is not done again; ' +
    `another request with the key is refused (${KEY_REUSED}).`,
  schema: { type: 'string' },
} as const;

function paths(): JsonSchema {
  const byPath: Record<string, Record<string, JsonSchema>> = {};
  for (const [operation, { method, path, summary }] of Object.entries(ROUTES) as [Operation, Route][]) {
    const { tag, parameter, body } = DESCRIBED[operation];
    byPath[path] = {
      ...byPath[path],
      [method.toLowerCase()]: {
        operationId: operation,
        summary,
        tags: [tag],
        ...(parameter && { parameters: [parameterSchema(parameter)] }),
        ...(method === 'POST' && { parameters: [KEY_PARAMETER] }),
        ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
        responses: responsesOf(operation),
      },
    };
  }
  return byPath;
}
