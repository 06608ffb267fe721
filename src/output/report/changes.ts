/** The changes of a record on a screen: its name, and each field before and after. */
import { groupBy } from '../../base/lists/group-by.ts';
import { counted } from '../../base/text/counted.ts';
import type { FieldChange, RecordResult } from '../../model/report.ts';
import { NOT_SHOWN } from '../../platform/secrets.ts';
import { forTerminal } from '../terminal/escape.ts';
import { symbolsFor } from '../terminal/style.ts';

const MAX_VALUE_COLUMNS = 40;
const MAX_NAME_COLUMNS = 60;
const MAX_FIELDS = 6;
const MAX_CANDIDATES = 10;

/** A line such as `changed  Ada L. (0444021): Email j… → a…`, then one line for each candidate of a schedule. */
export function describeRecord({ key, name, action, changes = [] }: RecordResult, ascii: boolean): string[] {
  const ownChanges = changes.filter(({ candidate }) => candidate === undefined);
  const verb = action === 'create' ? 'new' : 'changed';
  return [
    `${verb}  ${describeSubject(key, name, ascii)}${listFields(ownChanges, ascii)}`,
    ...listCandidates(changes, ascii),
  ];
}

/** A name with its id, such as `Ada L. (0444021)`, or only the id if there is no name. */
export function describeSubject(key: string, name: string | null | undefined, ascii = false): string {
  if (!name) return forTerminal(key);
  return `${forTerminal(name, { max: MAX_NAME_COLUMNS, ascii })} (${forTerminal(key)})`;
}

function listCandidates(changes: readonly FieldChange[], ascii: boolean): string[] {
  const people = groupBy(
    changes.filter(({ candidate }) => candidate !== undefined),
    ({ candidate = '' }) => candidate,
  );
  const lines = [...people]
    .slice(0, MAX_CANDIDATES)
    .map(([id, theirChanges]) => `  ${describeCandidate(id, theirChanges, ascii)}`);
  const left = people.size - lines.length;
  return left > 0 ? [...lines, `  and ${counted(left, 'more candidate', 'more candidates')}`] : lines;
}

function describeCandidate(id: string, changes: readonly FieldChange[], ascii: boolean): string {
  const who = describeSubject(id, changes[0]?.name, ascii);
  if (isNew(changes)) return `new  ${who}${listFields(changes.slice(1), ascii)}`;
  return `changed  ${who}${listFields(changes, ascii)}`;
}

/**
 * The first change of a new candidate is the id (`engine/effect.ts`). Changes without it are those of a
 * user who exists.
 */
function isNew([first]: readonly FieldChange[]): boolean {
  return first !== undefined && first.before === null && first.after === first.candidate;
}

function listFields(changes: readonly FieldChange[], ascii: boolean): string {
  const fields = changes.slice(0, MAX_FIELDS).map((change) => describeField(change, ascii));
  if (changes.length > MAX_FIELDS) fields.push(`and ${changes.length - MAX_FIELDS} more fields`);
  return fields.length > 0 ? `: ${fields.join(', ')}` : '';
}

function describeField({ field, before, after }: FieldChange, ascii: boolean): string {
  const shown = (value: string | null) =>
    value === null ? '(none)' : forTerminal(value, { max: MAX_VALUE_COLUMNS, ascii });
  if (isMasked(before) || isMasked(after)) return `${field} changed`;
  return `${field} ${shown(before)} ${symbolsFor(ascii).arrow} ${shown(after)}`;
}

/** The fixed length of a mask, so that it does not show the length of the value. */
const MASK_LENGTH = 5;

/** `Jansen` becomes `J•••••`, `j.jansen@uni.nl` becomes `j•••••@•••••.nl`. */
export function maskPersonal(value: string, { ascii = false }: { ascii?: boolean } = {}): string {
  const text = value.trim();
  const dots = symbolsFor(ascii).maskDot.repeat(MASK_LENGTH);
  if (text === '') return '';
  const [, topLevelDomain] = /^[^@\s]+@[^@\s]*\.([a-z]{2,24})$/i.exec(text) ?? [];
  return `${firstLetter(text)}${dots}${topLevelDomain === undefined ? '' : `@${dots}.${topLevelDomain}`}`;
}

/** Whether a value is masked, so that it tells a reader nothing. */
function isMasked(value: string | null): boolean {
  return value !== null && (value === NOT_SHOWN || value.includes(symbolsFor(false).maskDot.repeat(MASK_LENGTH)));
}

/** `Ada Lovelace` becomes `Ada L.`: a reader who has the list knows the person. */
export function shortenName(first: string, last: string): string {
  const initial = last === '' ? '' : `${firstLetter(last)}.`;
  return [first, initial].filter((part) => part !== '').join(' ');
}

function firstLetter(text: string): string {
  return forTerminal(String.fromCodePoint(text.codePointAt(0) ?? 0));
}
