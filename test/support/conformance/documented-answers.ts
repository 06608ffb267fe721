/** Compares answers with their schemas in the OpenAPI document. */
import * as z from 'zod';
import type { Operation } from '../../../src/platform/conditions/index.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import { openApiText } from '../../../src/platform/openapi/openapi.ts';
import { ROUTES, type Route } from '../../../src/platform/routes.ts';

interface Json {
  readonly [key: string]: Json;
}

const document = JSON.parse(openApiText().replaceAll('#/components/schemas/', '#/$defs/')) as Json;

/** Returns the faults of an answer according to the document; none if the answer is right. */
export function undocumentedIn(operation: Operation, { status, envelope }: Answer<unknown>): readonly unknown[] {
  const { method, path }: Route = ROUTES[operation];
  const { responses } = document['paths']![path]![method.toLowerCase()]!;
  const { schema } = (responses![String(status)] ?? responses!['default'])!['content']!['application/json']!;
  const whole = { ...schema, $defs: document['components']!['schemas'] };
  return z.fromJSONSchema(whole as unknown as z.core.JSONSchema.JSONSchema).safeParse(envelope).error?.issues ?? [];
}
