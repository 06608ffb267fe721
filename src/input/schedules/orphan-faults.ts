/** Says what is wrong with candidates whose schedule has no row. Mostly, the ids of the two tables differ little. */
import { foldName } from '../../base/closest.ts';
import { groupBy } from '../../base/lists/group-by.ts';

interface OrphanFault {
  readonly rule: string;
  readonly message: string;
  readonly suggestion: string;
}

/** Returns the fault of a row by its ScheduleExtId. `ids` are those of the table of schedules, which `source` names. */
export function createOrphanFaults(ids: Iterable<string>, source: string): (id: string | null) => OrphanFault {
  let alike: ReadonlyMap<string, readonly string[]> | undefined;
  return (id) => {
    if (id === null) return NO_SCHEDULE;
    alike ??= groupBy(ids, foldId);
    const message = `No schedule of ${source} has the ScheduleExtId ${JSON.stringify(id)}`;
    return {
      rule: 'candidate.schedule-ext-id.unknown',
      message,
      suggestion: suggest(id, alike.get(foldId(id)), source),
    };
  };
}

const NO_SCHEDULE: OrphanFault = {
  rule: 'candidate.schedule-ext-id.required',
  message: 'ScheduleExtId is required to join the candidate with a schedule',
  suggestion: 'write the ScheduleExtId of its schedule',
};

/** Ids that are equal in this form differ by case, white space, dashes or leading zeros. */
function foldId(id: string): string {
  return foldName(id).replace(/(?<!\d)0+(?=\d)/g, '');
}

/** One schedule is meant if it is the only one that is alike, or the only one whose id differs by white space alone. */
function suggest(id: string, alike: readonly string[] = [], source: string): string {
  const same = alike.filter((known) => known.trim() === id.trim());
  const [known, ...others] = same.length > 0 ? same : alike;
  if (known === undefined || others.length > 0) return `write the id of a schedule of ${source}, or add its row there`;
  const right = known.trim();
  return right === id ? `remove the white space around it in ${source}` : `write ${JSON.stringify(right)}`;
}
