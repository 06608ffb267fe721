/** The people of the university. The seed and a number determine each of them. */
import { addressFrom } from './addresses.ts';
import { nameFrom } from './names.ts';
import { createRandom } from './random.ts';

const PERSON_STREAM = 1;

export function personAt(seed: number, index: number) {
  const random = createRandom(seed, PERSON_STREAM, index);
  const { first, last } = nameFrom(random);
  return {
    CandidateExtId: studentNumber(index),
    FirstName: first.text,
    LastName: last.text,
    // The number makes the text unique.
    Email: `${first.ascii.slice(0, 1)}.${last.ascii}${index + 1}@student.example.edu`,
    RegistrationNumber: `R${2020 + random.below(7)}-${String(random.below(1_000_000)).padStart(6, '0')}`,
    ...addressFrom(random),
  };
}

const NUMBERS_PRIME = 9_999_991;

/** An id of seven digits. Some begin with zeros. All are different for up to ten million people. */
function studentNumber(index: number): string {
  return String((index * 7_919 + 412_345) % NUMBERS_PRIME).padStart(7, '0');
}
