/** Finds people whom the target has under another id than the list. A renumbered list overwrites one person with another. */
import type { Draft, ValidRequest } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { KnownAs, KnownPeople } from '../../../model/known-people.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldEmail } from '../../../platform/fields/person.ts';
import { type Path, problem, SUSPICIOUS_CHANGES } from '../../../platform/problem.ts';
import type { Effect } from '../../../platform/service.ts';
import { toFinding } from '../findings.ts';
import { createCutNotes, MAX_SHOWN } from './cut-notes.ts';
import { createListedIds, type KnownId, type ListedIds } from './listed-ids.ts';
import { type KnownPerson, PERSON_FIELDS, type PeopleOf, pathTo, peopleOf } from './people.ts';
import { SAME_PERSON_SUGGESTION, samePersonRule } from './same-person.ts';

export const RENUMBERED = 'renumbered';

/** The fields that identify a person, without the e-mail. */
const NAMED_BY: readonly string[] = PERSON_FIELDS.filter((field) => field !== 'Email');

/** A record of people, and its planned effect. */
interface PlannedPeople {
  readonly valid: ValidRequest;
  readonly effect: Effect;
}

export interface RenumberingOptions {
  /** Whether equal people are only warnings. */
  readonly isAllowed: boolean;
  /** Whether the run continues another one, so that it has no flag to allow them. */
  readonly isContinued: boolean;
}

/** The finding is an error if name, e-mail and birth date are all equal and `isAllowed` is false; otherwise a warning. */
export function watchRenumbered(people: PeopleOf, load: () => Promise<KnownPeople>, options: RenumberingOptions) {
  let known: KnownPeople | undefined;
  const [ids, found] = [createListedIds(), createFindings(people, options)];
  return {
    see: async (planned: readonly PlannedPeople[]): Promise<void> => {
      const newPeople: NewPerson[] = [];
      for (const { valid: record, effect } of planned) {
        const [mayBeNew, keepsName] = [isAboutPeople(effect, people), doesKeepName(effect, people)];
        for (const who of peopleOf(record, people)) {
          const email = foldEmail(who.person.Email);
          ids.add({ id: who.id, email }, keepsName && (email === '' || mayBeNew));
          if (mayBeNew && email !== '') newPeople.push({ record, who });
        }
      }
      if (newPeople.length === 0 || found.isFull(newPeople)) return;
      known ??= await load();
      await known.lookUp?.(newPeople.map(({ who }) => who));
      for (const one of newPeople) found.compare(known, one);
    },
    findings: async (): Promise<Finding[]> => found.findings(ids),
  };
}

/** A person of the list whom the target may not have under this id. */
interface NewPerson {
  readonly record: ValidRequest;
  readonly who: KnownPerson;
}

/** A finding, with the id that the target has and the e-mail. */
interface Hit extends KnownId {
  readonly finding: Finding;
}

/** Collects the findings, up to the limits. */
function createFindings(people: PeopleOf, options: RenumberingOptions) {
  const [others, hits]: [Finding[], Hit[]] = [[], []];
  const cuts = createCutNotes();
  const counts = { error: 0, warning: 0, note: 0 };
  const pathOf = ({ index }: KnownPerson) => pathTo(people, index, people.idField);
  return {
    /** Whether the limit of errors is reached: then nobody is compared. */
    isFull: ([next]: readonly NewPerson[]): boolean => {
      const isFull = counts.error >= MAX_SHOWN.error;
      if (isFull && next !== undefined) cuts.leaveOut('error', next.record.draft, pathOf(next.who));
      return isFull;
    },
    compare: (among: KnownPeople, { record: { draft }, who }: NewPerson): void => {
      const { id, person } = who;
      const path = pathOf(who);
      if (among.isOther?.(id, person)) {
        if (others.length < MAX_SHOWN.warning) others.push(otherPersonFinding(draft, path, people));
        else cuts.leaveOut('other', draft, path);
      }
      const as = among.find(id, person);
      if (as === undefined) return;
      const finding = renumberedFinding(draft, path, { people, words: among.words, as, ...options });
      const { severity } = finding;
      if (counts[severity] < MAX_SHOWN[severity]) hits.push({ finding, id: as.id, email: foldEmail(person.Email) });
      else cuts.leaveOut(severity, draft, path);
      counts[severity] += 1;
    },
    findings: (ids: ListedIds): Finding[] => {
      const listed = ids.find(hits);
      const renumbered = hits.flatMap((hit) => {
        const how = listed(hit);
        // If the list also has the id of the target, the person is in it twice. The check of the list reports equal e-mails.
        if (how === 'same') return [];
        return [how === 'other-email' ? asDuplicate(hit, people) : hit.finding];
      });
      return [...others, ...renumbered, ...cuts.findings()];
    },
  };
}

function asDuplicate({ finding, id }: Hit, people: PeopleOf): Finding {
  const message = `The list has the same person as ${id} too, with another Email or none`;
  const rule = samePersonRule(people);
  return { ...finding, severity: 'warning', rule, message, suggestion: SAME_PERSON_SUGGESTION };
}

/** Whether a record may change people. Always true for a changed schedule: its effect does not name new candidates. */
function isAboutPeople({ action, changes }: Effect, { list }: PeopleOf): boolean {
  if (action === 'unchanged') return false;
  const fields: readonly string[] = PERSON_FIELDS;
  return list !== undefined || action !== 'update' || changes.some(({ field }) => fields.includes(field));
}

/** Whether the user with that id stays the same person. False if that is not known: for candidates, and on a remote. */
function doesKeepName({ action, changes }: Effect, { list }: PeopleOf): boolean {
  if (list !== undefined || (action !== 'update' && action !== 'unchanged')) return false;
  return changes.every(({ field }) => !NAMED_BY.includes(field));
}

interface RenumberedDetails extends Pick<KnownPeople, 'words'>, RenumberingOptions {
  readonly people: PeopleOf;
  readonly as: KnownAs;
}

function renumberedFinding(
  draft: Draft,
  path: Path,
  { people: { resource, idField }, words, as, isAllowed, isContinued }: RenumberedDetails,
): Finding {
  const { id, hasSameBirthDate } = as;
  const equal = hasSameBirthDate ? 'name, e-mail and birth date' : 'name and e-mail';
  const message = `The list is renumbered here: ${words} a person of the same ${equal} as ${id}`;
  const suggestion = isContinued
    ? `send the list with the command itself: with ${id}, or with --allow-renumbering if the new id is right`
    : `write ${id}, or use --allow-renumbering if the new id is right`;
  const rule = `${resource}.${kebabCase(idField)}.${RENUMBERED}`;
  return toFinding(
    draft,
    problem({ path, rule, message, suggestion }),
    hasSameBirthDate && !isAllowed ? 'error' : 'warning',
  );
}

/** The same warning as the engine gives. */
function otherPersonFinding(draft: Draft, path: Path, { list, idField }: PeopleOf): Finding {
  const rule = list === undefined ? SUSPICIOUS_CHANGES.user : SUSPICIOUS_CHANGES.candidate;
  const message = `${idField} was sent for another person: the list may be renumbered`;
  const suggestion = 'see whose id it is: the name and the address there will be overwritten';
  return toFinding(draft, problem({ path, rule, message, suggestion }), 'warning');
}
