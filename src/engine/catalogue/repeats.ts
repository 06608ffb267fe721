/** Finds entries of a catalogue with the id of an earlier entry: only the last of them would be stored. */
import { type Catalogue, catalogueResource } from '../../platform/catalogue.ts';
import { fieldRule, findField } from '../../platform/fields/field-path.ts';
import { formatPath, type Path, type Problem, problem } from '../../platform/problem.ts';
import { idOfCatalogueUser } from './users.ts';

interface ListedIds {
  readonly kind: keyof Catalogue;
  /** The path of the id in an entry. */
  readonly field: Path;
  /** The ids in the order of the entries; `undefined` for an id that is made later. */
  readonly ids: readonly (string | undefined)[];
}

const KINDS_WITH_EXTERNAL_ID = [
  ...(['Hierarchies', 'Assessments', 'ProctoringTemplates'] as const),
  ...(['Taxonomies', 'Objectives', 'ReviewSessions'] as const),
] as const satisfies readonly (keyof Catalogue)[];

export function findRepeats(catalogue: Catalogue): Problem[] {
  const { Roles, Users, Schedules } = catalogue;
  const lists: readonly ListedIds[] = [
    { kind: 'Roles', field: ['Title'], ids: (Roles ?? []).map(({ Title }) => Title) },
    { kind: 'Users', field: ['ExternalId'], ids: (Users ?? []).map(idOfCatalogueUser) },
    ...KINDS_WITH_EXTERNAL_ID.map((kind) => {
      return { kind, field: ['ExternalId'], ids: (catalogue[kind] ?? []).map(({ ExternalId }) => ExternalId) };
    }),
    {
      kind: 'Schedules',
      field: ['Schedule', 'ScheduleExtId'],
      ids: (Schedules ?? []).map(({ Schedule }) => Schedule.ScheduleExtId ?? undefined),
    },
  ];
  return lists.flatMap(repeatsOf);
}

function repeatsOf({ kind, field, ids }: ListedIds): Problem[] {
  const first = new Map<string, number>();
  return ids.flatMap((id, index) => {
    const earlier = id === undefined ? undefined : first.get(id);
    if (id !== undefined && earlier === undefined) first.set(id, index);
    return earlier === undefined ? [] : [repeated([kind, index, ...field], [kind, earlier])];
  });
}

function repeated(path: Path, repeats: Path): Problem {
  const found = findField(catalogueResource, path);
  return problem({
    path,
    rule: found === undefined ? 'catalogue.body.duplicates' : fieldRule(found, 'duplicates'),
    message: `${path.at(-1)} is the same as in ${formatPath(repeats)}`,
    repeats,
  });
}
