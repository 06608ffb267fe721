/** People whom a target knows under other ids than a list has: a list that was renumbered overwrites one with the other. */
import { createNumbers } from '../../../base/compact-lists.ts';
import { hash64 } from '../../../base/compact-map.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { KnownAs, KnownPeople } from '../../../model/known-people.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { foldEmail } from '../../../platform/fields/person.ts';
import { ODD_CHANGES, type Path, problem } from '../../../platform/problem.ts';
import type { Effect } from '../../../platform/service.ts';
import { toFinding } from '../findings.ts';
import { PERSON_FIELDS, type PeopleOf, type PeopleRecord, pathTo, peopleOf } from './people.ts';
import { ownKey } from './store-people.ts';

export const RENUMBERED = 'renumbered';

/** Beyond these, nobody reads them one by one. */
const TOLD_MAX = 10_000;

export interface RenumberedWatch {
  /** Before the first record that is not as the store has it. */
  prepare(): Promise<void>;
  see(record: PeopleRecord, effect: Effect): void;
  findings(): Promise<Finding[]>;
}

/** An error where name, address and birth date are all the same, unless that is allowed; otherwise a warning. */
export function watchRenumbered(
  people: PeopleOf,
  load: () => Promise<KnownPeople>,
  isAllowed: boolean,
): RenumberedWatch {
  let known: KnownPeople | undefined;
  const others: Finding[] = [];
  const hits: { readonly finding: Finding; readonly key: string }[] = [];
  const seen = createNumbers();
  return {
    prepare: async () => {
      known ??= await load();
    },
    see: (record, effect) => {
      const mayBeNew = known !== undefined && isAboutPeople(effect, people);
      for (const { id, index, person } of peopleOf(record, people)) {
        const email = foldEmail(person.Email);
        if (email === '') continue;
        for (const word of hash64(ownKey(id, email))) seen.push(word);
        if (!mayBeNew || known === undefined || hits.length + others.length >= TOLD_MAX) continue;
        const path = pathTo(people, index, people.idField);
        if (known.isOther?.(id, person)) others.push(tellOther(record.draft, path, people));
        const as = known.find(id, person);
        if (as === undefined) continue;
        const finding = tell(record.draft, path, { people, words: known.words, as, isAllowed });
        hits.push({ finding, key: ownKey(as.id, email) });
      }
    },
    findings: async () => {
      // Where the file has the person under the known id as well, there is a duplicate, which is told already.
      const kept = new Set(hits.map(({ key }) => String(hash64(key))));
      const stays = new Set<string>();
      for (let at = 0; kept.size > 0 && at < seen.length; at += 2) {
        const hash = String([seen.at(at), seen.at(at + 1)]);
        if (kept.has(hash)) stays.add(hash);
      }
      return [...others, ...hits.flatMap(({ finding, key }) => (stays.has(String(hash64(key))) ? [] : [finding]))];
    },
  };
}

/** Of a schedule it is not told which of its candidates are new. */
function isAboutPeople({ action, changes }: Effect, { list }: PeopleOf): boolean {
  if (action === 'unchanged') return false;
  const fields: readonly string[] = PERSON_FIELDS;
  return list !== undefined || action !== 'update' || changes.some(({ field }) => fields.includes(field));
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
  const rule = list === undefined ? ODD_CHANGES.user : ODD_CHANGES.candidate;
  const message = `${idField} was sent for another person: the list may be renumbered`;
  const suggestion = 'see whose id it is: the name and the address there will be overwritten';
  return toFinding(draft, problem({ path, rule, message, suggestion }), 'warning');
}
