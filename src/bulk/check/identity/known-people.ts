/** Finds people of a list who have the id of somebody else, or whom the target has under another id. */
import type { Draft, ValidRequest } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Conflict, KnownPeople } from '../../../model/known-people.ts';
import { describePerson, foldEmail } from '../../../platform/fields/person.ts';
import { problem } from '../../../platform/problem.ts';
import type { Effect } from '../../../platform/service.ts';
import { CUT_RULE } from '../bounded-findings.ts';
import { toFinding } from '../findings.ts';
import { withoutZeros } from '../repeats/alike-ids.ts';
import { type KnownPerson, PERSON_FIELDS, type PeopleOf, pathTo, peopleIn } from './people.ts';
import { SAME_PERSON_SUGGESTION, samePersonRule } from './same-person.ts';

/** The number of conflicts that are kept. Nobody reads more of them one by one; some may prove to be duplicates. */
const MAX_KEPT = 100_000;

/** The fields that identify a person, without the e-mail and the user name. */
const NAMED_BY: readonly string[] = ['FirstName', 'LastName', 'DateOfBirth'];

/** A record of people, and its planned effect. */
interface PlannedPeople {
  readonly valid: ValidRequest;
  readonly effect: Effect;
}

/** A person of the list whom the target may not have under this id. */
interface NewPerson {
  readonly draft: Draft;
  readonly who: KnownPerson;
}

/** A finding about a conflict, with the e-mail in the list. */
interface Hit extends Conflict {
  readonly finding: Finding;
  readonly email: string;
}

/** Its findings are suspicions. */
export function watchKnownPeople(people: PeopleOf, load: () => Promise<KnownPeople>) {
  let known: KnownPeople | undefined;
  let idWithZeros: ((id: string) => string | undefined) | undefined;
  const [hits, others]: [Hit[], Finding[]] = [[], []];
  const list = createListedIds();
  let firstCut: Finding | undefined;
  const compare = async (found: readonly NewPerson[]): Promise<void> => {
    known ??= await load();
    idWithZeros ??= await readIdsWithZeros(known);
    const conflicts = await known.conflicts(found.map(({ who }) => who));
    for (const [at, { draft, who }] of found.entries()) {
      const zeros = idWithZeros(who.id);
      if (zeros !== undefined) others.push(lostZerosFinding(draft, who, people, zeros));
      for (const one of zeros === undefined ? (conflicts[at] ?? []) : []) {
        const finding = conflictFinding(draft, who, people, one, known.words);
        if (one.kind === 'other-person') others.push(finding);
        else hits.push({ ...one, finding, email: foldEmail(who.person.Email) });
      }
    }
  };
  return {
    see: async (planned: readonly PlannedPeople[]): Promise<void> => {
      const found: NewPerson[] = [];
      for (const { valid, effect } of planned) {
        const [mayBeNew, keepsName] = [isAboutPeople(effect, people), doesKeepName(effect, people)];
        for (const who of peopleIn(valid.request, people)) {
          list.add(who, mayBeNew, keepsName);
          if (mayBeNew) found.push({ draft: valid.draft, who });
        }
      }
      const [first] = found;
      if (first === undefined || firstCut !== undefined) return;
      if (hits.length + others.length < MAX_KEPT) return compare(found);
      const path = pathTo(people, first.who.index, people.idField);
      const message = `More than ${MAX_KEPT} people are in conflict with those of the platform: from here on, nobody is compared`;
      firstCut = toFinding(first.draft, problem({ path, rule: CUT_RULE, message }), 'error');
    },
    findings: async (): Promise<Finding[]> => [
      ...others,
      ...hits.flatMap((hit) => list.judge(hit, people)),
      ...(firstCut === undefined ? [] : [firstCut]),
    ],
  };
}

/** What the list says of an id. A candidate may be in several of its records. */
interface Listed {
  readonly emails: string[];
  /** Whether the person stays the same, and keeps the e-mail of the target or gets another one. */
  keepsName: boolean;
}

/** Remembers the people of the list: it may have a person also under the id that the target has. */
function createListedIds() {
  const listed = new Map<string, Listed>();
  return {
    add: ({ id, person }: KnownPerson, mayBeNew: boolean, keepsName: boolean): void => {
      const email = foldEmail(person.Email);
      const own = listed.get(id) ?? { emails: [], keepsName: false };
      if (email !== '' && !own.emails.includes(email)) own.emails.push(email);
      own.keepsName ||= keepsName && (email === '' || mayBeNew);
      listed.set(id, own);
    },
    /** The check of the list itself reports equal e-mails. */
    judge: ({ finding, id, email, kind }: Hit, people: PeopleOf): Finding[] => {
      const own = listed.get(id);
      if (kind !== 'user-name' && own?.emails.includes(email)) return [];
      if (kind === 'email' || !own?.keepsName) return [finding];
      if (kind !== 'renumbered') return [];
      const message = `The list has the same person as ${id} too, with another Email or none`;
      const rule = samePersonRule(people);
      return [{ ...finding, severity: 'warning', rule, message, suggestion: SAME_PERSON_SUGGESTION }];
    },
  };
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

/**
 * Returns a function that finds the id with leading zeros that an id has lost, as a spreadsheet drops them. An id that the
 * target has as well is meant as it is.
 */
async function readIdsWithZeros(known: KnownPeople): Promise<(id: string) => string | undefined> {
  const plain: string[] = [];
  const withZeros = new Map<string, string>();
  for (const id of await known.ids()) {
    const short = withoutZeros(id);
    if (short === id) plain.push(id);
    else withZeros.set(short, id);
  }
  for (const id of plain) withZeros.delete(id);
  return (id) => withZeros.get(id);
}

function lostZerosFinding(draft: Draft, { index }: KnownPerson, people: PeopleOf, known: string): Finding {
  const { resource, idField } = people;
  const path = pathTo(people, index, idField);
  const message = `${idField} has lost its leading zeros: ${known} is known`;
  const detail = { path, rule: `${resource}.lost-zeros`, message, suggestion: `write ${known}` };
  return toFinding(draft, problem(detail), 'error');
}

/** The end of the rule, the field, and the message and the suggestion with both people, by the kind of the conflict. */
const CONFLICTS = {
  'other-person': {
    name: 'other-person',
    field: undefined,
    message: (own, { who }) => `The id is that of ${who ?? 'another person'}, and here of ${own}`,
    suggestion: () => 'see whose id it is: the name and the address there will be overwritten',
  },
  renumbered: {
    name: 'renumbered',
    field: undefined,
    message: (own, { id }, words) =>
      `This person exists already: ${words} ${own} as ${id}, with the same name and e-mail`,
    suggestion: ({ id }) => `write ${id}`,
  },
  email: {
    name: 'email.known',
    field: 'Email',
    message: (own, { id, who }, words) =>
      `The Email of ${own} is that of another person: ${words} ${who ?? 'it'} as ${id}`,
    suggestion: ({ id }) => `see whether it is the same person: then write ${id}`,
  },
  'user-name': {
    name: 'user-name.known',
    field: 'UserName',
    message: (own, { id, who }, words) => `The UserName of ${own} is taken: ${words} ${who ?? 'it'} as ${id}`,
    suggestion: ({ id }) => `see whether it is the same person: then write ${id}`,
  },
} as const satisfies Record<
  Conflict['kind'],
  {
    readonly name: string;
    readonly field: string | undefined;
    readonly message: (own: string, known: Conflict, words: string) => string;
    readonly suggestion: (known: Conflict) => string;
  }
>;

function conflictFinding(draft: Draft, who: KnownPerson, people: PeopleOf, found: Conflict, words: string): Finding {
  const { name, field, message, suggestion } = CONFLICTS[found.kind];
  const detail = {
    path: pathTo(people, who.index, field ?? people.idField),
    rule: `${people.resource}.${name}`,
    message: message(`${describePerson(who.person)} (${who.id})`, found, words),
    suggestion: suggestion(found),
  };
  return toFinding(draft, problem(detail), 'error');
}
