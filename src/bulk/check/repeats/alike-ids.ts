/** Warns of ids and user names that differ only by case, Unicode form or leading zeros. For the platform they differ. */

import { ownList, ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace } from '../../../model/place.ts';
import { kebabCase, type Resource } from '../../../platform/fields/field.ts';
import { formatPath, type Path, problem } from '../../../platform/problem.ts';
import { candidateResource } from '../../../platform/resources/schedule.ts';
import { toFinding } from '../findings.ts';

/** Returns the form that look-alikes share. Upper case joins more characters than lower case: Greek sigmas, sharp s. */
export function foldId(id: string): string {
  const upper = id.toUpperCase();
  return withoutZeros(ASCII.test(upper) ? upper : upper.normalize('NFC'));
}

/** A text of ASCII characters has only one Unicode form. */
const ASCII = /^[\0-\x7f]*$/;
const [ZERO, NINE] = [0x30, 0x39];

/** Leaves out the leading zeros of the first number. */
export function withoutZeros(text: string): string {
  const [start, end] = leadingZerosOf(text);
  return end === start ? text : text.slice(0, start) + text.slice(end);
}

/** Returns the start and end of the leading zeros of the first number. A spreadsheet drops them. */
function leadingZerosOf(text: string): readonly [start: number, end: number] {
  let start = 0;
  while (start < text.length && !isDigit(text.charCodeAt(start))) start += 1;
  let end = start;
  while (text.charCodeAt(end) === ZERO && isDigit(text.charCodeAt(end + 1))) end += 1;
  return [start, end];
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

/** Returns the message of the warning. */
export function differsLittle(field: string, other: string): string {
  return `${field} differs only by case, Unicode form or leading zeros from the one in ${other}: they are treated as two`;
}

/** Warns of each candidate whose id or user name looks like that of an earlier candidate of the same schedule. */
export function checkAlikeCandidates(draft: Draft): Finding[] {
  const candidates = ownList(draft.request, 'Candidates');
  return FIELDS.flatMap((field) => {
    const first = new Map<string, { readonly id: string; readonly path: Path }>();
    return candidates.flatMap((candidate, index) => {
      const id = ownValue(candidate, field);
      if (typeof id !== 'string') return [];
      const path = ['Candidates', index, field];
      const folded = foldId(id);
      const known = first.get(folded);
      if (known === undefined) first.set(folded, { id, path });
      return known === undefined || known.id === id ? [] : [alike(draft, path, known.path)];
    });
  });
}

const FIELDS = ['CandidateExtId', 'UserName'] as const;

function alike(draft: Draft, path: Path, other: Path): Finding {
  const [own, first] = [draft.locate(path), draft.locate(other)];
  const message = differsLittle(String(path.at(-1)), describePlace(first, own, formatPath(other.slice(0, -1))));
  return toFinding(
    draft,
    problem({ path, rule: alikeRule(candidateResource, String(path.at(-1))), message }),
    'warning',
  );
}

export function alikeRule({ name: resource }: Pick<Resource, 'name'>, field: string): string {
  return `${resource}.${kebabCase(field)}.alike`;
}
