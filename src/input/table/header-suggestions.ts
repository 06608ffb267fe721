/** Suggestions for a header that names no field. */
import { closest, foldName } from '../../base/closest.ts';

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
  const others = OTHER_WORDS.get(foldName(header)) ?? [];
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

const WORDS_OF_FIELDS: Readonly<Record<string, readonly string[]>> = {
  FirstName: ['given name', 'forename', 'christian name', 'first'],
  LastName: ['surname', 'family name', 'last'],
  Email: ['mail', 'e-mail address', 'mail address'],
  UserName: ['login', 'login name', 'account'],
  CandidateExtId: ['candidate id', 'candidate number', 'student id', 'student number', 'external id', 'user id', 'id'],
  ExternalId: ['student id', 'student number', 'employee number', 'user id', 'id'],
  UserExtId: ['user id', 'external id', 'invigilator id', 'invigilator', 'id'],
  ScheduleExtId: ['schedule id', 'schedule', 'sitting', 'sitting id'],
  AssessmentExtId: ['assessment id', 'assessment', 'exam', 'exam id'],
  GroupExtId: ['group id', 'group'],
  GroupName: ['group title', 'group'],
  StartDateTime: ['start', 'start time', 'start date', 'begin'],
  EndDateTime: ['end', 'end time', 'end date'],
  PIN: ['pin code', 'exam pin'],
  SpecialNeeds: ['accommodation', 'accommodations', 'reasonable adjustment'],
  ReasonableAdjustmentPercentage: ['extra time', 'extra time %', 'extra time (%)', 'extra time percentage'],
  ObjectiveRepositories: ['repository', 'repositories', 'learning objectives'],
  DateOfBirth: ['birthday', 'birth date', 'dob'],
  PhoneNumber: ['phone', 'telephone', 'telephone number'],
  CellularPhone: ['mobile', 'mobile phone', 'cell phone'],
  PostalCode: ['zip', 'zip code', 'postcode'],
  CountryCode: ['country'],
};

/** Without these an exam is held in another way, or a record is made that is known by another id. */
const DECISIVE: ReadonlySet<string> = new Set([
  'ScheduleExtId',
  'EndDateTime',
  'PIN',
  'SpecialNeeds',
  'ReasonableAdjustmentPercentage',
  'ObjectiveRepositories',
]);

/** The fields that a word may stand for, by the word. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = fieldsByWord();

function fieldsByWord(): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, words] of Object.entries(WORDS_OF_FIELDS)) {
    for (const word of words) fields.set(foldName(word), [...(fields.get(foldName(word)) ?? []), name]);
  }
  return fields;
}
