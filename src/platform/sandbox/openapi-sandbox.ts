/** The paths of the sandbox in the OpenAPI document. The interface does not have them. */
import { catalogueResource } from '../catalogue.ts';
import { parameterSchema, refTo } from '../openapi/openapi-answers.ts';
import type { JsonSchema } from '../openapi/openapi-schemas.ts';
import { scheduleResource } from '../resources/schedule.ts';
import { SANDBOX_PATH, SANDBOX_ROUTES, SANDBOX_RULES, type SandboxOperation } from './sandbox.ts';

/** One entry of a schedule's links; the names are those of `schedule links`. */
const LINK = {
  type: 'object',
  properties: {
    CandidateExtId: { type: 'string' },
    FirstName: { type: 'string' },
    LastName: { type: 'string' },
    Email: { type: 'string' },
    ScheduleTitle: { type: ['string', 'null'] },
    StartDateTime: { type: 'string', format: 'date-time' },
    EndDateTime: { type: ['string', 'null'], format: 'date-time' },
    StartupLink: { type: 'string' },
    LaunchUrl: { type: ['string', 'null'] },
  },
} as const;

const CATALOGUE: JsonSchema = {
  type: 'object',
  description: 'As a file of examctl local load',
  properties: Object.fromEntries(
    Object.entries(catalogueResource.fields).map(([name, { kind, meaning }]) => [
      name,
      { type: kind === 'list' ? 'array' : 'object', description: meaning },
    ]),
  ),
};
const COUNTS = { type: 'object', additionalProperties: { type: 'integer' } };
const STATUS = { type: 'object', properties: { Status: { type: 'string' } } };
const IDS = { type: 'array', items: { type: 'string' } };

const DESCRIBED: Readonly<Record<SandboxOperation, { body?: JsonSchema; isOptional?: true; content: JsonSchema }>> = {
  showLinks: { content: { type: 'array', items: LINK } },
  activateSchedule: { content: STATUS },
  finishSchedule: { content: STATUS },
  archiveSchedule: { content: STATUS },
  addInvigilators: { body: IDS, content: { type: 'object', properties: { Added: IDS } } },
  loadCatalogue: { body: CATALOGUE, content: COUNTS },
  reset: { body: CATALOGUE, isOptional: true, content: COUNTS },
};

const RULES = ['| Condition | Rule |', '| --- | --- |']
  .concat(Object.entries(SANDBOX_RULES).map(([rule, meaning]) => `| ${meaning} | ${rule} |`))
  .join('\n');

export const SANDBOX_TAG = 'Sandbox';

/** Returns the paths, which are at the root of the host. */
export function sandboxPaths(): Record<string, JsonSchema> {
  const entries = (Object.keys(SANDBOX_ROUTES) as SandboxOperation[]).map((operation): [string, JsonSchema] => {
    const { method, path, summary } = SANDBOX_ROUTES[operation];
    const { body, isOptional, content } = DESCRIBED[operation];
    const item = {
      operationId: `sandbox_${operation}`,
      summary,
      tags: [SANDBOX_TAG],
      ...(path.includes('{') && { parameters: [parameterSchema(scheduleResource.fields.ScheduleExtId)] }),
      ...(body && { requestBody: { required: !isOptional, ...json(body) } }),
      responses: {
        200: { description: 'Done.', ...json(envelope(content)) },
        400: { description: `The request is refused.\n\n${RULES}`, ...json({ $ref: refTo('Refusal') }) },
        default: { description: 'Refused as the interface refuses.', ...json({ $ref: refTo('Refusal') }) },
      },
    };
    return [`${SANDBOX_PATH}${path}`, { servers: [{ url: '/' }], [method.toLowerCase()]: item }];
  });
  return Object.fromEntries(entries);
}

function json(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } };
}

function envelope(content: JsonSchema): JsonSchema {
  const properties = { Content: content, Success: { type: 'boolean' }, Errors: { type: 'null' } };
  return { type: 'object', properties, required: Object.keys(properties) };
}
