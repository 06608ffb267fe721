/** The people of the university. The seed and a number determine each of them. */
import { type Address, addressFrom } from './addresses.ts';
import { nameFrom } from './names.ts';
import { createRandom } from './random.ts';

export interface Adjustment {
  /** Absent if the student system has no value. */
  readonly SpecialNeeds?: boolean;
  readonly ReasonableAdjustmentPercentage?: number;
}

export interface Person extends Address, Adjustment {
  readonly CandidateExtId: string;
  readonly FirstName: string;
  readonly LastName: string;
  readonly Email: string;
  readonly RegistrationNumber: string;
}

const PERSON_STREAM = 1;
const ADJUSTMENT_STREAM = 2;

export function personAt(seed: number, index: number): Person {
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
    ...adjustmentAt(seed, index),
  };
}

/** A function of its own, since the end of a sitting depends on it before its candidates are created. */
export function adjustmentAt(seed: number, index: number): Adjustment {
  const random = createRandom(seed, ADJUSTMENT_STREAM, index);
  const kind = random.below(100);
  if (kind < 30) return {};
  if (kind < 93) return { SpecialNeeds: false };
  if (kind < 94) return { SpecialNeeds: true };
  const percentage = random.chance(8) ? random.pick([33, 50]) : random.pick([20, 25]);
  return { SpecialNeeds: true, ReasonableAdjustmentPercentage: percentage };
}

const NUMBERS_PRIME = 9_999_991;

/** An id of seven digits. Some begin with zeros. All are different for up to ten million people. */
export function studentNumber(index: number): string {
  return String((index * 7_919 + 412_345) % NUMBERS_PRIME).padStart(7, '0');
}
