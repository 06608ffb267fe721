/** Who somebody is, apart from any id: to tell the same person under two ids, and two people under one. */
import { foldCase } from '../../base/text/fold-case.ts';

/** What a user and a candidate say of the person. */
export interface Person {
  readonly FirstName?: string | null | undefined;
  readonly LastName?: string | null | undefined;
  readonly Email?: string | null | undefined;
  readonly DateOfBirth?: string | null | undefined;
}

/** A name to compare: without case, accents, punctuation and the width of blanks. It is never shown, nor kept beyond the memory. */
export function foldName(name: string | null | undefined): string {
  const lower = (name ?? '').toLowerCase();
  return PLAIN.test(lower) ? lower : foldOther(lower);
}

/** Of a list of people, most names come again. */
const folded = new Map<string, string>();
const MAX_FOLDED = 10_000;

function foldOther(lower: string): string {
  const known = folded.get(lower);
  if (known !== undefined) return known;
  const plain = lower.normalize('NFKD').replace(/\p{M}+/gu, '');
  const name = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  if (folded.size >= MAX_FOLDED) folded.clear();
  folded.set(lower, name);
  return name;
}

/** Nearly all names are of such letters. */
const PLAIN = /^(?:[a-z]+(?: [a-z]+)*)?$/;

export function foldEmail(email: string | null | undefined): string {
  return foldCase(email ?? '');
}

/** E-mail and name, folded: what two records of one person mostly have in common. */
export function personKey({ Email, FirstName, LastName }: Person): string {
  return `${foldEmail(Email)}\n${foldName(FirstName)}\n${foldName(LastName)}`;
}

/** `2001-05-31` and `20010531` are one date. */
export function foldDate(date: string | null | undefined): string {
  return (date ?? '').replaceAll('-', '');
}

/**
 * Whether two records of one id are certainly about two people. Somebody who marries has another last name and another
 * address, and a birth date can be corrected: the first name stays, or the birth date does.
 */
export function isAnotherPerson(before: Person, after: Person): boolean {
  if (before.Email === after.Email || foldEmail(before.Email) === foldEmail(after.Email)) return false;
  if (!before.Email || !after.Email) return false;
  const [born, bornAfter] = [foldDate(before.DateOfBirth), foldDate(after.DateOfBirth)];
  const knowsBirth = born !== '' && bornAfter !== '';
  if (knowsBirth && born === bornAfter) return false;
  const differsFirst = foldName(before.FirstName) !== foldName(after.FirstName);
  const differsLast = foldName(before.LastName) !== foldName(after.LastName);
  return knowsBirth ? differsFirst || differsLast : differsFirst && differsLast;
}
