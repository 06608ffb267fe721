/** Finds people whom the target has under another id than the list. A renumbered list overwrites one person with another. */
import type { Draft, ValidRequest } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { KnownPeople } from '../../../model/known-people.ts';
import { foldEmail } from '../../../platform/fields/person.ts';
import { type Path, problem, SUSPICIOUS_CHANGES } from '../../../platform/problem.ts';
import type { Effect } from '../../../platform/service.ts';
import { toFinding } from '../findings.ts';
import { createCutNotes, MAX_SHOWN } from './cut-notes.ts';
import { createListedIds, type KnownId, type ListedIds } from './listed-ids.ts';
import { readIdsWithZeros } from './lost-zeros-of-target.ts';
import { type KnownPerson, PERSON_FIELDS, type PeopleOf, pathTo, peopleIn } from './people.ts';
import { SAME_PERSON_SUGGESTION, samePersonRule } from './same-person.ts';

const RENUMBERED = 'renumbered';

/** The fields that identify a person, without the e-mail. */
const NAMED_BY: readonly string[] = PERSON_FIELDS.filter((field) => field !== 'Email');

/** A record of people, and its planned effect. */
interface PlannedPeople {
  readonly valid: ValidRequest;
  readonly effect: Effect;
}

/** Its findings are suspicions. */
export function watchRenumbered(people: PeopleOf, load: () => Promise<KnownPeople>) {
  let known: KnownPeople | undefined;
  let idWithZeros: ((id: string) => string | undefined) | undefined;
  const [ids, found] = [createListedIds(), createFindings(people)];
  return {
    see: async (planned: readonly PlannedPeople[]): Promise<void> => {
      const newPeople: NewPerson[] = [];
      for (const { valid: record, effect } of planned) {
        const [mayBeNew, keepsName] = [isAboutPeople(effect, people), doesKeepName(effect, people)];
        for (const who of peopleIn(record.request, people)) {
          const email = foldEmail(who.person.Email);
          ids.add({ id: who.id, email }, keepsName && (email === '' || mayBeNew));
          if (mayBeNew) newPeople.push({ record, who });
        }
      }
      if (newPeople.length === 0 || found.isFull(newPeople)) return;
      known ??= await load();
      idWithZeros ??= await readIdsWithZeros(known);
      const others = newPeople.filter((one) => !found.lostZeros(one, idWithZeros?.(one.who.id)));
      const withEmail = others.filter(({ who }) => foldEmail(who.person.Email) !== '');
      if (withEmail.length === 0) return;
      await known.lookUp?.(withEmail.map(({ who }) => who));
      for (const one of withEmail) found.compare(known, one);
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
function createFindings(people: PeopleOf) {
  const [others, hits]: [Finding[], Hit[]] = [[], []];
  const cuts = createCutNotes();
  let [count, otherPeople] = [0, 0];
  const pathOf = ({ index }: KnownPerson) => pathTo(people, index, people.idField);
  return {
    /** Whether the limit of errors is reached: then nobody is compared. */
    isFull: ([next]: readonly NewPerson[]): boolean => {
      const isFull = count >= MAX_SHOWN.error;
      if (isFull && next !== undefined) cuts.leaveOut('error', next.record.draft, pathOf(next.who));
      return isFull;
    },
    /** Reports an id that the target has with leading zeros. Returns whether there is one. */
    lostZeros: ({ record: { draft }, who }: NewPerson, known: string | undefined): boolean => {
      if (known === undefined) return false;
      if (count < MAX_SHOWN.error) others.push(lostZerosFinding(draft, pathOf(who), people, known));
      else cuts.leaveOut('error', draft, pathOf(who));
      count += 1;
      return true;
    },
    compare: (among: KnownPeople, { record: { draft }, who }: NewPerson): void => {
      const { id, person } = who;
      const path = pathOf(who);
      if (among.isOther?.(id, person)) {
        otherPeople += 1;
        if (otherPeople <= MAX_SHOWN.other) others.push(otherPersonFinding(draft, path, people));
        else cuts.leaveOut('other', draft, path);
      }
      const as = among.find(id, person);
      if (as === undefined) return;
      const finding = renumberedFinding(draft, path, people, [among.words, as]);
      if (count < MAX_SHOWN.error) hits.push({ finding, id: as, email: foldEmail(person.Email) });
      else cuts.leaveOut('error', draft, path);
      count += 1;
    },
    findings: (ids: ListedIds): Finding[] => {
      const renumbered = hits.flatMap((hit) => {
        const how = ids.find(hit);
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

function renumberedFinding(draft: Draft, path: Path, { resource }: PeopleOf, [who, id]: readonly string[]): Finding {
  const rule = `${resource}.${RENUMBERED}`;
  const message = `The list is renumbered here: ${who} this person as ${id}, with the same name and e-mail`;
  const suggestion = `write ${id}`;
  return toFinding(draft, problem({ path, rule, message, suggestion }), 'error');
}

function lostZerosFinding(draft: Draft, path: Path, { resource, idField }: PeopleOf, known: string): Finding {
  const message = `${idField} has lost its leading zeros: ${known} is known`;
  const detail = { path, rule: `${resource}.lost-zeros`, message, suggestion: `write ${known}` };
  return toFinding(draft, problem(detail), 'error');
}

/** The same suspicion as the engine has. */
function otherPersonFinding(draft: Draft, path: Path, { list, idField }: PeopleOf): Finding {
  const rule = list === undefined ? SUSPICIOUS_CHANGES.user : SUSPICIOUS_CHANGES.candidate;
  const message = `${idField} was sent for another person: the list may be renumbered`;
  const suggestion = 'see whose id it is: the name and the address there will be overwritten';
  return toFinding(draft, problem({ path, rule, message, suggestion }), 'error');
}
