/** The bodies and answers of the sandbox in the OpenAPI document. */
import { catalogueResource } from '../catalogue.ts';
import { SANDBOX_RULES, type SandboxOperation } from '../sandbox.ts';
import { jsonContent, listOf, objectOf, refTo } from './openapi-answers.ts';
import type { JsonSchema } from './openapi-schemas.ts';

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

export const SANDBOX_DESCRIBED: Readonly<Record<SandboxOperation, Described>> = {
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

export function sandboxResponses(content: JsonSchema): JsonSchema {
  const envelope = objectOf({ Content: content, Success: { type: 'boolean' }, Errors: { type: 'null' } });
  const refusal = jsonContent({ $ref: refTo('Refusal') });
  return {
    200: { description: 'Done.', ...jsonContent(envelope) },
    400: { description: `The request is refused.\n\n${RULES}`, ...refusal },
    default: { description: 'Refused as the interface refuses.', ...refusal },
  };
}
