/** People whom a target knows under other ids than a list has: a list that was renumbered overwrites one with the other. */
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { KnownAs, KnownPeople } from '../../../model/known-people.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldEmail } from '../../../platform/fields/person.ts';
import { type Path, problem, SUSPICIOUS_CHANGES } from '../../../platform/problem.ts';
import type { Effect } from '../../../platform/service.ts';
import { toFinding } from '../findings.ts';
import { createListedIds, type KnownId, type ListedIds } from './listed-ids.ts';
import { type KnownPerson, PERSON_FIELDS, type PeopleOf, type PeopleRecord, pathTo, peopleOf } from './people.ts';
import { SAME_PERSON_SUGGESTION, samePersonRule } from './same-person.ts';
import { createCuts, MAX_TOLD } from './told-cuts.ts';

export const RENUMBERED = 'renumbered';

export interface RenumberedWatch {
  see(planned: readonly PlannedPeople[]): Promise<void>;
  findings(): Promise<Finding[]>;
}

/** All that says who somebody is, but for the e-mail. */
const NAMED_BY: readonly string[] = PERSON_FIELDS.filter((field) => field !== 'Email');

/** A record of people with what it would do. */
interface PlannedPeople {
  readonly valid: PeopleRecord;
  readonly effect: Effect;
}

/** An error where name, address and birth date are all the same, unless that is allowed; otherwise a warning. */
export function watchRenumbered(
  people: PeopleOf,
  load: () => Promise<KnownPeople>,
  isAllowed: boolean,
): RenumberedWatch {
  let known: KnownPeople | undefined;
  const [ids, found] = [createListedIds(), createFound(people, isAllowed)];
  return {
    see: async (planned) => {
      const asked: Asked[] = [];
      for (const { valid: record, effect } of planned) {
        const [mayBeNew, keepsName] = [isAboutPeople(effect, people), doesKeepName(effect, people)];
        for (const who of peopleOf(record, people)) {
          const email = foldEmail(who.person.Email);
          ids.add({ id: who.id, email }, keepsName && (email === '' || mayBeNew));
          if (mayBeNew && email !== '') asked.push({ record, who });
        }
      }
      if (asked.length === 0 || found.isFull(asked)) return;
      known ??= await load();
      await known.lookUp?.(asked.map(({ who }) => who));
      for (const one of asked) found.compare(known, one);
    },
    findings: async () => found.findings(ids),
  };
}

interface Asked {
  readonly record: PeopleRecord;
  readonly who: KnownPerson;
}

interface Hit extends KnownId {
  readonly finding: Finding;
}

/** What is found, as far as it is told. */
function createFound(people: PeopleOf, isAllowed: boolean) {
  const [others, hits]: [Finding[], Hit[]] = [[], []];
  const cuts = createCuts();
  const counts = { error: 0, warning: 0, note: 0 };
  const pathOf = ({ index }: KnownPerson) => pathTo(people, index, people.idField);
  return {
    /** Behind so many errors, nobody is compared. */
    isFull: ([next]: readonly Asked[]): boolean => {
      const isFull = counts.error >= MAX_TOLD.error;
      if (isFull && next !== undefined) cuts.leave('error', next.record.draft, pathOf(next.who));
      return isFull;
    },
    compare: (among: KnownPeople, { record: { draft }, who }: Asked): void => {
      const { id, person } = who;
      const path = pathOf(who);
      if (among.isOther?.(id, person)) {
        if (others.length < MAX_TOLD.warning) others.push(tellOther(draft, path, people));
        else cuts.leave('other', draft, path);
      }
      const as = among.find(id, person);
      if (as === undefined) return;
      const finding = tell(draft, path, { people, words: among.words, as, isAllowed });
      const { severity } = finding;
      if (counts[severity] < MAX_TOLD[severity]) hits.push({ finding, id: as.id, email: foldEmail(person.Email) });
      else cuts.leave(severity, draft, path);
      counts[severity] += 1;
    },
    findings: (ids: ListedIds): Finding[] => {
      const listed = ids.find(hits);
      const told = hits.flatMap((hit) => {
        const how = listed(hit);
        // Where the list has the person under the known id as well, there is a duplicate. With one e-mail it is told already.
        if (how === 'same') return [];
        return [how === 'other-email' ? asDuplicate(hit, people) : hit.finding];
      });
      return [...others, ...told, ...cuts.findings()];
    },
  };
}

function asDuplicate({ finding, id }: Hit, people: PeopleOf): Finding {
  const message = `The list has the same person as ${id} too, with another Email or none`;
  const rule = samePersonRule(people);
  return { ...finding, severity: 'warning', rule, message, suggestion: SAME_PERSON_SUGGESTION };
}

/** Of a schedule it is not told which of its candidates are new. */
function isAboutPeople({ action, changes }: Effect, { list }: PeopleOf): boolean {
  if (action === 'unchanged') return false;
  const fields: readonly string[] = PERSON_FIELDS;
  return list !== undefined || action !== 'update' || changes.some(({ field }) => fields.includes(field));
}

/** Whether the target has a user of that id, who stays the same person. Of other kinds, and of remotes, it is not told. */
function doesKeepName({ action, changes }: Effect, { list }: PeopleOf): boolean {
  if (list !== undefined || (action !== 'update' && action !== 'unchanged')) return false;
  return changes.every(({ field }) => !NAMED_BY.includes(field));
}

interface Told extends Pick<KnownPeople, 'words'> {
  readonly people: PeopleOf;
  readonly as: KnownAs;
  readonly isAllowed: boolean;
}

function tell(draft: Draft, path: Path, { people: { resource, idField }, words, as, isAllowed }: Told): Finding {
  const { id, hasSameBirthDate } = as;
  const equal = hasSameBirthDate ? 'name, e-mail and birth date' : 'name and e-mail';
  const message = `The list is renumbered here: ${words} a person of the same ${equal} as ${id}`;
  const suggestion = `write ${id}, or use --allow-renumbering if the new id is right`;
  const rule = `${resource}.${kebabCase(idField)}.${RENUMBERED}`;
  return toFinding(
    draft,
    problem({ path, rule, message, suggestion }),
    hasSameBirthDate && !isAllowed ? 'error' : 'warning',
  );
}

/** As the engine says it of its store. */
function tellOther(draft: Draft, path: Path, { list, idField }: PeopleOf): Finding {
  const rule = list === undefined ? SUSPICIOUS_CHANGES.user : SUSPICIOUS_CHANGES.candidate;
  const message = `${idField} was sent for another person: the list may be renumbered`;
  const suggestion = 'see whose id it is: the name and the address there will be overwritten';
  return toFinding(draft, problem({ path, rule, message, suggestion }), 'warning');
}
