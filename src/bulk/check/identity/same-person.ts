/** Warns of one person under two ids, and of one e-mail address for different people, within what is read. */
import { createCompactMap } from '../../../base/compact-map.ts';
import { TextHash } from '../../../base/text-hash.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { describePlace, type RecordPlace } from '../../../model/place.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldDate, foldName, hashDate, hashEmail, hashName, type Person } from '../../../platform/fields/person.ts';
import { problem } from '../../../platform/problem.ts';
import { toFinding } from '../findings.ts';
import type { CrossCheck } from '../repeats.ts';
import { type PeopleOf, pathTo, peopleIn } from './people.ts';

/** Of more people, only these are remembered: a list of this length is the whole of a university. */
const MAX_PEOPLE = 400_000;

/** The upper bits of a digest make room for the number of the file. */
const MAX_FILES = 256;
const MAX_DIGEST = 2 ** 24;

/** Remembers who each address was first. Somebody without one is known by name and birth date. */
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
          if (count === MAX_PEOPLE + 1) found.push(tellMany(draft()));
        } else if (known[2] !== id) {
          const place = { file: files[Math.floor(known[1] / MAX_DIGEST)] ?? file, line: known[0] };
          found.push(tell(draft(), people, { index, place, isSame: known[1] % MAX_DIGEST === digest }));
        }
      }
      return found;
    },
  };
}

/** Adds the address, or else name and birth date. False where there is nothing to know somebody by. */
function hashKey(hash: TextHash, { Email, FirstName, LastName, DateOfBirth }: Person): boolean {
  if (typeof Email === 'string' && IS_ADDRESS.test(Email.trim())) {
    hashEmail(hash, Email);
    return true;
  }
  if (foldDate(DateOfBirth) === '' || foldName(FirstName) + foldName(LastName) === '') return false;
  hashName(hash, FirstName);
  hashName(hash, LastName);
  hashDate(hash.add('\n'), DateOfBirth);
  return true;
}

/** A text such as "n/a" is told as what it is, and is the address of nobody. */
const IS_ADDRESS = /[^@]@[^@]/;

/** Adds what tells apart the people of one address. */
function hashWho(hash: TextHash, { FirstName, LastName, DateOfBirth }: Person): void {
  hashName(hash, FirstName);
  hashName(hash.add('\n'), LastName);
  hashDate(hash.add('\n'), DateOfBirth);
}

function tellMany(draft: Draft): Finding {
  const message = `Only the first ${MAX_PEOPLE} people are compared with others: from here on, nobody is remembered`;
  return toFinding(draft, problem({ path: [], rule: 'input.people.many', message }), 'note');
}

interface Told {
  readonly index: number;
  readonly place: { readonly file: string; readonly line: number };
  readonly isSame: boolean;
}

function tell(draft: Draft, people: PeopleOf, { index, place, isSame }: Told): Finding {
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
        message: `Email is that of somebody else in ${where}`,
        suggestion: 'see whose address it is: invitations to both would go there',
      };
  return toFinding(draft, problem({ path, ...detail }), 'warning');
}

export const SAME_PERSON_SUGGESTION = 'see which id is right, and use it in both';

export function samePersonRule({ resource, idField }: PeopleOf): string {
  return `${resource}.${kebabCase(idField)}.same-person`;
}
