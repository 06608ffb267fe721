/** Finds the field of a header that is another word for it. */
import { foldName } from '../../../base/closest.ts';
import { SYNONYMS } from './synonyms.ts';

/** Words that are only proposed, and never read as the field: the user must confirm the field of the column. */
const ONLY_PROPOSED: ReadonlySet<string> = new Set(
  [
    ...['id', 'external id', 'user id', 'first', 'last', 'nombre', 'account', 'schedule', 'sitting', 'assessment'],
    ...['exam', 'group', 'invigilator', 'start', 'start date', 'begin', 'beginn', 'début', 'inicio', 'end', 'end date'],
    ...['einde', 'ende', 'fin', 'extra time', 'accommodation', 'accommodations', 'reasonable adjustment'],
    ...['repository', 'repositories', 'learning objectives', 'country', 'land', 'pays', 'país', 'usuario', 'handy'],
    ...['portable', 'ort', 'plaats', 'nom', 'id number', 'nummer (id)', 'id-nummer', "numéro d'identification"],
    ...['número de id', 'groep', 'gruppe', 'groupe', 'grupo', 'name'],
  ].map(foldName),
);

/** The possible fields of a word, by the word. */
const FIELDS_BY_WORD: ReadonlyMap<string, readonly string[]> = fieldsByWord();

function fieldsByWord(): Map<string, string[]> {
  const fields = new Map<string, Set<string>>();
  for (const [name, bySource] of Object.entries(SYNONYMS)) {
    for (const word of Object.values(bySource).flat())
      fields.set(foldName(word), (fields.get(foldName(word)) ?? new Set()).add(name));
  }
  return new Map([...fields].map(([word, names]) => [word, [...names]]));
}

/** The possible fields of a header. */
export function fieldsOfWord(header: string): readonly string[] {
  return FIELDS_BY_WORD.get(foldName(header)) ?? [];
}

/** Words for half a name, which have one meaning only if the other half has a column too. */
const OTHER_HALVES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    { half: 'nom', others: ['prénom', 'prenom'] },
    { half: 'nombre', others: ['apellido', 'apellidos', 'apellido(s)'] },
    { half: 'name', others: ['vorname'] },
  ].map(({ half, others }) => [half, new Set(others.map(foldName))]),
);

/** Returns the only field of `names` that a header can mean; `undefined` if there are none or several. */
export function fieldOfWord(
  header: string,
  names: readonly string[],
  headers: readonly string[] = [],
): string | undefined {
  const word = foldName(header);
  const isHalf = headers.some((other) => OTHER_HALVES.get(word)?.has(foldName(other)));
  if (ONLY_PROPOSED.has(word) && !isHalf) return undefined;
  const [field, ...others] = fieldsOfWord(header).filter((name) => names.includes(name));
  return others.length === 0 ? field : undefined;
}
