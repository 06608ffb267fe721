/** Compares people without their ids, to find one person with two ids and two people with one id. */
import { mask } from '../../base/text/mask.ts';

/** The fields of users and candidates that identify a person. */
export interface Person {
  readonly FirstName?: string | null | undefined;
  readonly LastName?: string | null | undefined;
  readonly Email?: string | null | undefined;
  readonly DateOfBirth?: string | null | undefined;
  readonly UserName?: string | null | undefined;
}

/** A person of a list, with the id in the list. */
export interface PersonWithId {
  readonly id: string;
  readonly person: Person;
}

/** Names a person in a message, masked: `A••••• B•••••`. */
export function describePerson({ FirstName, LastName }: Person): string {
  const names = [FirstName, LastName].flatMap((name) => (name ? [mask(name)] : []));
  return names.length === 0 ? 'somebody without a name' : names.join(' ');
}

/** The letters and digits of a name, for comparisons: without case, accents and punctuation. They are never shown. */
export function foldLetters(name: string | null | undefined): string {
  if (!name || PLAIN.test(name)) return (name ?? '').toLowerCase();
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Nearly all names have only such letters. */
const PLAIN = /^[a-zA-Z]+(?: [a-zA-Z]+)*$/;

export function foldEmail(email: string | null | undefined): string {
  return (email ?? '').trim().toLowerCase();
}

/** E-mail and name, folded. Two records of one person mostly have the same key. */
export function personKey({ Email, FirstName, LastName }: Person): string {
  return `${foldEmail(Email)}\n${foldLetters(FirstName)}\n${foldLetters(LastName)}`;
}

/** A date for comparisons: `2001-05-31` and `20010531` are equal. */
export function foldDate(date: string | null | undefined): string {
  return (date ?? '').replaceAll('-', '');
}

/**
 * Whether two records with one id are certainly about two people. A person who marries may have a new last name and a
 * new address, and a birth date can be corrected. But the address, the first name or the birth date stays. Names alone
 * tell nothing, and what one of the records lacks says nothing.
 */
export function isAnotherPerson(before: Person, after: Person): boolean {
  const email = isSame(foldEmail(before.Email), foldEmail(after.Email));
  const birth = isSame(foldDate(before.DateOfBirth), foldDate(after.DateOfBirth));
  if (email || birth || (email === undefined && birth === undefined)) return false;
  const others = [before.FirstName, before.LastName].map(foldLetters);
  const names = [after.FirstName, after.LastName].map(foldLetters);
  const differing = names.filter((name, at) => name !== others[at]).length;
  return differing >= (email === birth ? 1 : 2);
}

/** Whether two folded values are equal; `undefined` if one of them is not known. */
function isSame(one: string, other: string): boolean | undefined {
  return one === '' || other === '' ? undefined : one === other;
}
