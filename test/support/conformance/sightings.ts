/** Finds the conditions that an answer shows, and their paths, for a comparison with the claims of a case. */
import type { Answer } from '../../../src/platform/envelope.ts';

type Place = 'Errors' | 'GroupErrors' | 'Content.Errors';

export interface Sighting {
  readonly code: number | null;
  /** The name of the rule; only members of `Errors` have one. */
  readonly rule: string | null;
  readonly status: number;
  readonly place: Place;
}

export function sightingsIn({ status, envelope }: Answer<unknown>): Sighting[] {
  const content = envelope.Content;
  return [
    ...readErrors(envelope.Errors, status, 'Errors'),
    ...readErrors(memberOf(content, 'GroupErrors'), status, 'GroupErrors'),
    ...readErrors(memberOf(content, 'Errors'), status, 'Content.Errors'),
  ];
}

/** Returns the names of the rules in `Errors`, in their order. */
export function rulesIn({ envelope }: Answer<unknown>): (string | undefined)[] {
  return (envelope.Errors ?? []).map(({ Rule }) => Rule);
}

/** Returns the paths of the fields in `Errors`, in their order. */
export function fieldsIn({ envelope }: Answer<unknown>): (string | undefined)[] {
  return (envelope.Errors ?? []).map(({ Field }) => Field);
}

function readErrors(errors: unknown, status: number, place: Place): Sighting[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => {
    const [code, rule] = [memberOf(error, 'Code'), memberOf(error, 'Rule')];
    return {
      code: typeof code === 'number' ? code : null,
      rule: typeof rule === 'string' ? rule : null,
      status,
      place,
    };
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
