/** Warns of one person with two ids, and of one e-mail address for different people, within the input. */

import { ownList } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace, type Place } from '../../../model/place.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldDate, foldEmail, foldLetters, type Person } from '../../../platform/fields/person.ts';
import { problem } from '../../../platform/problem.ts';
import { toFinding } from '../findings.ts';
import type { CrossCheck } from '../validate.ts';
import { lineOfCandidate, type PeopleOf, pathTo, peopleIn } from './people.ts';

interface FirstPerson {
  readonly id: string;
  readonly person: Person;
  readonly place: Place;
}

/** Remembers the first person of each e-mail address. People without one are identified by name and birth date. */
export function createSamePersonCheck(people: PeopleOf): CrossCheck {
  const firsts = new Map<string, FirstPerson>();
  return {
    see: (draft, place) => {
      return peopleIn(draft.request, people).flatMap(({ id, index, person }): readonly Finding[] => {
        const key = keyOf(person);
        if (key === undefined) return NONE;
        const own = {
          id,
          person,
          place: people.list === undefined ? place : placeIn(draft, place, index, people.list),
        };
        const first = firsts.get(key);
        if (first === undefined) firsts.set(key, own);
        if (first === undefined || first.id === id) return NONE;
        const { file, line: firstLine } = first.place;
        const match = { index, place: { file, line: firstLine }, isSame: whoIs(first.person) === whoIs(person) };
        return [samePersonFinding(draft, people, match)];
      });
    },
  };
}

const NONE: readonly never[] = [];

function placeIn(draft: Draft, { file }: Place, index: number, list: string): Place {
  return { file, line: lineOfCandidate(draft, index, ownList(draft.request, list).length) };
}

/** Returns the address; without one, name and birth date; `undefined` if the person has neither. */
function keyOf(person: Person): string | undefined {
  const { Email, FirstName, LastName, DateOfBirth } = person;
  if (typeof Email === 'string' && IS_ADDRESS.test(Email.trim())) return foldEmail(Email);
  if (foldDate(DateOfBirth) === '' || foldLetters(FirstName) + foldLetters(LastName) === '') return undefined;
  return `${foldLetters(FirstName)}${foldLetters(LastName)}\n${foldDate(DateOfBirth)}`;
}

/** Name and birth date. They differ between the people of one address. */
function whoIs({ FirstName, LastName, DateOfBirth }: Person): string {
  return `${foldLetters(FirstName)}\n${foldLetters(LastName)}\n${foldDate(DateOfBirth)}`;
}

/** Other texts, such as "n/a", have a finding of their own and identify nobody. */
const IS_ADDRESS = /[^@]@[^@]/;

/** An earlier person with the same key. */
interface Match {
  readonly index: number;
  readonly place: { readonly file: string; readonly line: number };
  /** Whether name and birth date are equal as well. */
  readonly isSame: boolean;
}

function samePersonFinding(draft: Draft, people: PeopleOf, { index, place, isSame }: Match): Finding {
  const { resource, idField } = people;
  const path = pathTo(people, index, isSame ? idField : 'Email');
  const where = describePlace(place, draft.locate(path), 'an earlier record on this line');
  const detail = isSame
    ? {
        rule: samePersonRule(people),
        message: `The same person has another ${idField} in ${where}`,
        suggestion: SAME_PERSON_SUGGESTION,
      }
    : {
        rule: `${resource}.email.shared`,
        message: `Another person has the same Email in ${where}`,
        suggestion: 'see whose address it is: invitations to both would go there',
      };
  return toFinding(draft, problem({ path, ...detail }), 'warning');
}

export const SAME_PERSON_SUGGESTION = 'see which id is right, and use it in both';

export function samePersonRule({ resource, idField }: PeopleOf): string {
  return `${resource}.${kebabCase(idField)}.same-person`;
}
