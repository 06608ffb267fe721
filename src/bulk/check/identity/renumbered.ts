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
import { type KnownPerson, PERSON_FIELDS, type PeopleOf, type PeopleRecord, pathTo, peopleOf } from './people.ts';
import { ownKey } from './store-people.ts';

export const RENUMBERED = 'renumbered';

/** Beyond these, nobody reads them one by one. An error stops the run, so that warnings must not hide it; some may be duplicates. */
const MAX_TOLD = { error: 100_000, warning: 10_000, note: 0 } as const;

export interface RenumberedWatch {
  see(planned: readonly PlannedPeople[]): Promise<void>;
  findings(): Promise<Finding[]>;
}

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
  const others: Finding[] = [];
  const hits: { readonly finding: Finding; readonly key: string }[] = [];
  const counts = { error: 0, warning: 0, note: 0 };
  const seen = createNumbers();
  const compare = (among: KnownPeople, { draft }: PeopleRecord, { id, index, person }: KnownPerson): void => {
    const path = pathTo(people, index, people.idField);
    if (others.length < MAX_TOLD.warning && among.isOther?.(id, person)) others.push(tellOther(draft, path, people));
    const as = among.find(id, person);
    if (as === undefined) return;
    const finding = tell(draft, path, { people, words: among.words, as, isAllowed });
    if (counts[finding.severity] >= MAX_TOLD[finding.severity]) return;
    counts[finding.severity] += 1;
    hits.push({ finding, key: ownKey(as.id, foldEmail(person.Email)) });
  };
  return {
    see: async (planned) => {
      const asked: { readonly record: PeopleRecord; readonly who: KnownPerson }[] = [];
      for (const { valid: record, effect } of planned) {
        const mayBeNew = isAboutPeople(effect, people);
        for (const who of peopleOf(record, people)) {
          const email = foldEmail(who.person.Email);
          if (email === '') continue;
          for (const word of hash64(who.id, '\n', email)) seen.push(word);
          if (mayBeNew) asked.push({ record, who });
        }
      }
      if (asked.length === 0 || counts.error >= MAX_TOLD.error) return;
      known ??= await load();
      await known.lookUp?.(asked.map(({ who }) => who));
      for (const { record, who } of asked) compare(known, record, who);
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
