/** The interface as an OpenAPI 3.1 document, made from the contract; with the paths of the sandbox if there is one. */
import packageJson from '../../../package.json' with { type: 'json' };
import { catalogueResource } from '../catalogue.ts';
import type { Operation } from '../conditions/index.ts';
import type { TextField } from '../fields/field.ts';
import { scheduleResource } from '../resources/schedule.ts';
import { AUTHORIZATION_SCHEME, BASE_PATH, ROUTES, type Route } from '../routes.ts';
import { SANDBOX_PATH, SANDBOX_ROUTES, SANDBOX_RULES, type SandboxOperation } from '../sandbox.ts';
import { KEY_REUSED } from '../service.ts';
import { answerSchemas, DESCRIBED, jsonContent, listOf, objectOf, refTo, responsesOf } from './openapi-answers.ts';
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
  const tags = [...Object.values(DESCRIBED).map(({ tag }) => tag), ...(hasSandbox ? [SANDBOX_TAG] : [])];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assessment Integration API',
      version: 'v1',
      description:
        'Schedules with their candidates, review sessions, collections, users and invigilators of an assessment ' +
        'platform. Every answer has the envelope Content, Success, Errors. Beside what the schemas say, white space ' +
        'before and after a text is refused, but for the names of persons.',
      contact: { name: packageJson.name, url: packageJson.bugs.url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_PATH }],
    security: [{ token: [] }],
    tags: [...new Set(tags)].map((name) => ({ name })),
    paths: { ...interfacePaths(hasSandbox), ...(hasSandbox && sandboxPaths()) },
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

const PREFER_PARAMETER = {
  name: 'Prefer',
  in: 'header',
  description: 'code=429 makes the sandbox answer with this status, or another one of refusals; delay=5 after 5 s.',
  schema: { type: 'string' },
} as const;

function interfacePaths(hasSandbox: boolean): JsonSchema {
  const byPath: Record<string, JsonSchema> = {};
  for (const [operationId, route] of Object.entries(ROUTES) as [Operation, Route][]) {
    const { tag, description, parameter, body } = DESCRIBED[operationId];
    const parameters = [
      ...(parameter ? [parameterOf(parameter)] : []),
      ...(route.method === 'POST' ? [KEY_PARAMETER] : []),
      ...(hasSandbox ? [PREFER_PARAMETER] : []),
    ];
    const item = { operationId, summary: route.summary, description, tags: [tag], parameters };
    const requestBody = body && { required: true, ...jsonContent(body) };
    byPath[route.path] = {
      ...byPath[route.path],
      [route.method.toLowerCase()]: { ...item, requestBody, responses: responsesOf(operationId) },
    };
  }
  return byPath;
}

const SANDBOX_TAG = 'Sandbox';

/** The paths of the sandbox, which are at the root of the host. */
function sandboxPaths(): JsonSchema {
  const entries = (Object.entries(SANDBOX_ROUTES) as [SandboxOperation, Route][]).map(([operation, route]) => {
    const { body, isOptional, content } = SANDBOX_DESCRIBED[operation];
    const item = {
      operationId: `sandbox_${operation}`,
      summary: route.summary,
      description: `${route.summary}. Only a sandbox has this operation, for tests of an integration.`,
      tags: [SANDBOX_TAG],
      parameters: route.path.includes('{') ? [parameterOf(scheduleResource.fields.ScheduleExtId)] : [],
      requestBody: body && { required: !isOptional, ...jsonContent(body) },
      responses: sandboxResponses(content),
    };
    return [`${SANDBOX_PATH}${route.path}`, { servers: [{ url: '/' }], [route.method.toLowerCase()]: item }];
  });
  return Object.fromEntries(entries);
}

function parameterOf({ max, meaning }: TextField): JsonSchema {
  const schema = { type: 'string', maxLength: max };
  return { name: 'externalId', in: 'path', required: true, description: meaning, schema };
}

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };

/** One entry of a schedule's links; the names are those of `schedule links`. */
const LINK = objectOf({
  CandidateExtId: TEXT,
  FirstName: TEXT,
  LastName: TEXT,
  Email: TEXT,
  ScheduleTitle: TEXT_OR_NULL,
  StartDateTime: { ...TEXT, format: 'date-time' },
  EndDateTime: { ...TEXT_OR_NULL, format: 'date-time' },
  StartupLink: TEXT,
  LaunchUrl: TEXT_OR_NULL,
});

const CATALOGUE: JsonSchema = {
  type: 'object',
  description: 'As a file of examctl local load',
  properties: Object.fromEntries(
    Object.entries(catalogueResource.fields).map(([name, { kind, meaning }]) => [
      name,
      { ...(kind === 'list' ? listOf({ type: 'object' }) : { type: 'object' }), description: meaning },
    ]),
  ),
};
const COUNTS = { type: 'object', additionalProperties: { type: 'integer' } };
const STATUS = objectOf({ Status: TEXT });
const IDS = listOf(TEXT);

interface Described {
  readonly body?: JsonSchema;
  /** Whether the body may be left out. */
  readonly isOptional?: true;
  readonly content: JsonSchema;
}

const SANDBOX_DESCRIBED: Readonly<Record<SandboxOperation, Described>> = {
  showLinks: { content: listOf(LINK) },
  activateSchedule: { content: STATUS },
  finishSchedule: { content: STATUS },
  archiveSchedule: { content: STATUS },
  addInvigilators: { body: IDS, content: objectOf({ Added: IDS }) },
  loadCatalogue: { body: CATALOGUE, content: COUNTS },
  reset: { body: CATALOGUE, isOptional: true, content: COUNTS },
};

const RULES = ['| Condition | Rule |', '| --- | --- |']
  .concat(Object.entries(SANDBOX_RULES).map(([rule, meaning]) => `| ${meaning} | ${rule} |`))
  .join('\n');

function sandboxResponses(content: JsonSchema): JsonSchema {
  const envelope = objectOf({ Content: content, Success: { type: 'boolean' }, Errors: { type: 'null' } });
  const refusal = jsonContent({ $ref: refTo('Refusal') });
  return {
    200: { description: 'Done.', ...jsonContent(envelope) },
    400: { description: `The request is refused.\n\n${RULES}`, ...refusal },
    default: { description: 'Refused as the interface refuses.', ...refusal },
  };
}
