/** Warns of one person with two ids, and of one e-mail address for different people, within the input. */

import { createCompactMap } from '../../../base/compact-map.ts';
import { TextHash } from '../../../base/text-hash.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace, type RecordPlace } from '../../../model/place.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldDate, foldLetters, hashDate, hashEmail, hashName, type Person } from '../../../platform/fields/person.ts';
import { problem } from '../../../platform/problem.ts';
import type { CrossCheck } from '../across-records.ts';
import { toFinding } from '../findings.ts';
import { type PeopleOf, pathTo, peopleIn } from './people.ts';

/** The number of people who are remembered. No university has a longer list. */
const MAX_PEOPLE = 400_000;

/** One number has the digest in its lower 24 bits, and the number of the file in its upper 8 bits. */
const MAX_FILES = 256;
const MAX_DIGEST = 2 ** 24;

/** Remembers the first person of each e-mail address. People without one are identified by name and birth date. */
export function createSamePersonCheck(people: PeopleOf): CrossCheck {
  const first = createCompactMap(3);
  const files: string[] = [];
  const hash = new TextHash();
  let count = 0;
  return {
    note: ({ request, locate }, notes) => {
      const at = notes.length;
      notes.push(0);
      let noted = 0;
      for (const { id, index, person } of peopleIn(request, people)) {
        if (!hashKey(hash.start(), person)) continue;
        noted += 1;
        const { line } = locate(pathTo(people, index, people.idField));
        notes.push(index).push(hash.high).push(hash.low);
        hashWho(hash.start(), person);
        notes
          .push(hash.low % MAX_DIGEST)
          .push(hash.start().add(id).low)
          .push(line);
      }
      notes.set(at, noted);
    },
    compare: (notes, { file }: RecordPlace, draft) => {
      const found: Finding[] = [];
      if (files.at(-1) !== file) files.push(file);
      for (let left = notes(); left > 0; left -= 1) {
        const [index, key] = [notes(), [notes(), notes()] as const];
        const [digest, id, line] = [notes(), notes(), notes()];
        const own = Math.min(files.length, MAX_FILES) * MAX_DIGEST - MAX_DIGEST + digest;
        const known = count < MAX_PEOPLE ? first.add(key, line, own, id) : first.get(key);
        if (known === undefined) {
          count += 1;
          if (count === MAX_PEOPLE + 1) found.push(limitFinding(draft()));
        } else if (known[2] !== id) {
          const place = { file: files[Math.floor(known[1] / MAX_DIGEST)] ?? file, line: known[0] };
          found.push(samePersonFinding(draft(), people, { index, place, isSame: known[1] % MAX_DIGEST === digest }));
        }
      }
      return found;
    },
    expect: (records) => first.reserve(Math.min(records, MAX_PEOPLE - count)),
    finish: () => {
      first.end();
      return [];
    },
  };
}

/** Adds the address; without one, name and birth date. Returns false if the person has neither. */
function hashKey(hash: TextHash, { Email, FirstName, LastName, DateOfBirth }: Person): boolean {
  if (typeof Email === 'string' && IS_ADDRESS.test(Email.trim())) {
    hashEmail(hash, Email);
    return true;
  }
  if (foldDate(DateOfBirth) === '' || foldLetters(FirstName) + foldLetters(LastName) === '') return false;
  hashName(hash, FirstName);
  hashName(hash, LastName);
  hashDate(hash.add('\n'), DateOfBirth);
  return true;
}

/** Other texts, such as "n/a", have a finding of their own and identify nobody. */
const IS_ADDRESS = /[^@]@[^@]/;

/** Adds name and birth date: they differ between the people of one address. */
function hashWho(hash: TextHash, { FirstName, LastName, DateOfBirth }: Person): void {
  hashName(hash, FirstName);
  hashName(hash.add('\n'), LastName);
  hashDate(hash.add('\n'), DateOfBirth);
}

function limitFinding(draft: Draft): Finding {
  const message = `Only the first ${MAX_PEOPLE} people are compared with others: from here on, nobody is remembered`;
  return toFinding(draft, problem({ path: [], rule: 'input.people.many', message }), 'note');
}

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
