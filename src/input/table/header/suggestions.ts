/** Suggestions for a header that names no field. */
import { closest } from '../../../base/closest.ts';
import { fieldsOfWord } from './meaning.ts';

export interface MeantField {
  readonly name: string;
  /** The column must not be ignored: its header is nearly the field's name, or much depends on what it says. */
  readonly isSure: boolean;
}

export interface FreeFields {
  /** All that no column of the file holds. */
  readonly all: readonly string[];
  /** The required fields among them. */
  readonly required: readonly string[];
}

/** Another word for a field comes before a likeness of letters, and what is missing before what may be missing. */
export function suggestField(header: string, { all, required }: FreeFields): MeantField | undefined {
  const others = fieldsOfWord(header);
  const other = others.find((name) => required.includes(name)) ?? others.find((name) => all.includes(name));
  if (other !== undefined) {
    const matters = required.includes(other) || DECISIVE.has(other);
    return { name: other, isSure: matters || closest(header, [other]) !== undefined };
  }
  // A word for a field that another column holds is like nothing else.
  const name = others.length > 0 ? undefined : (closest(header, required) ?? closest(header, all));
  return name === undefined ? undefined : { name, isSure: true };
}

/** In words for a person. */
export function didYouMean(header: string, field: string): string {
  const isSimple = /^[\p{L}\p{N} _.-]{1,60}$/u.test(header);
  return `did you mean ${field}?${isSimple ? ` Rename the column, or give --map "${header}=${field}"` : ''}`;
}

/** Without these an exam is held in another way, or a record is made that is known by another id. */
const DECISIVE: ReadonlySet<string> = new Set([
  'ScheduleExtId',
  'EndDateTime',
  'PIN',
  'SpecialNeeds',
  'ReasonableAdjustmentPercentage',
  'ObjectiveRepositories',
]);
