/** Suggestions for a header that names no field. */
import { closest } from '../../../base/closest.ts';
import { upperFirst } from '../../../base/text/first-letter.ts';
import { fieldsOfWord } from '../../words/meaning.ts';

export interface MeantField {
  readonly name: string;
  /** Whether the column must not be ignored: its header is close to the field's name, or the field is important. */
  readonly isSure: boolean;
}

export interface FreeFields {
  /** All fields without a column. */
  readonly all: readonly string[];
  /** The required fields among them. */
  readonly required: readonly string[];
}

/** Prefers another word for a field to similar letters, and required fields to optional ones. */
export function suggestField(header: string, { all, required }: FreeFields): MeantField | undefined {
  const others = fieldsOfWord(header);
  const other = others.find((name) => required.includes(name)) ?? others.find((name) => all.includes(name));
  if (other !== undefined) {
    const matters = required.includes(other) || DECISIVE.has(other);
    return { name: other, isSure: matters || closest(header, [other]) !== undefined };
  }
  // A word for a field that already has a column gets no suggestion by similar letters.
  const name = others.length > 0 ? undefined : (closest(header, required) ?? closest(header, all));
  return name === undefined ? undefined : { name, isSure: true };
}

/** The suggestion in words. `also` is another way, which follows as a clause. */
export function didYouMean(header: string, field: string, also?: string): string {
  const ways = [
    ...(isSimpleHeader(header) ? [`rename the column, or give --map "${header}=${field}"`] : []),
    ...(also ? [also] : []),
  ];
  const text = ways.join('; ');
  return `did you mean ${field}?${text && ` ${upperFirst(text)}`}`;
}

/** Whether a header can be typed in quotes, whatever the shell. */
export function isSimpleHeader(header: string): boolean {
  return /^[\p{L}\p{N} _.-]{1,60}$/u.test(header);
}

/** Fields that change how an exam is held, or the id of a record. */
const DECISIVE: ReadonlySet<string> = new Set([
  'ScheduleExtId',
  'EndDateTime',
  'PIN',
  'SpecialNeeds',
  'ReasonableAdjustmentPercentage',
  'ObjectiveRepositories',
]);
