/** Finds the field of a header that is another word for it. */
import { foldName } from '../../../base/closest.ts';
import { SYNONYMS } from './synonyms.ts';

/** Like names, and without accents, which many programs leave out of headers: `Societe` is `Société`. */
function foldWord(word: string): string {
  return foldName(word.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/** Words that are only proposed, and never read as the field: the user must confirm the field of the column. */
const ONLY_PROPOSED: ReadonlySet<string> = new Set(
  [
    ...['id', 'external id', 'user id', 'first', 'last', 'nombre', 'account', 'schedule', 'sitting', 'assessment'],
    ...['exam', 'group', 'invigilator', 'start', 'start date', 'begin', 'beginn', 'début', 'inicio', 'end', 'end date'],
    ...['einde', 'ende', 'fin', 'extra time', 'accommodation', 'accommodations', 'reasonable adjustment'],
    ...['repository', 'repositories', 'learning objectives', 'country', 'land', 'pays', 'país', 'usuario', 'handy'],
    ...['portable', 'ort', 'plaats', 'nom', 'id number', 'nummer (id)', 'id-nummer', "numéro d'identification"],
    ...['número de id', 'groep', 'gruppe', 'groupe', 'grupo', 'name'],
  ].map(foldWord),
);

/** The possible fields of a word, by the word. */
const FIELDS_BY_WORD: ReadonlyMap<string, readonly string[]> = fieldsByWord();

function fieldsByWord(): Map<string, string[]> {
  const fields = new Map<string, Set<string>>();
  for (const [name, bySource] of Object.entries(SYNONYMS)) {
    for (const word of Object.values(bySource).flat())
      fields.set(foldWord(word), (fields.get(foldWord(word)) ?? new Set()).add(name));
  }
  return new Map([...fields].map(([word, names]) => [word, [...names]]));
}

/** The possible fields of a header. */
export function fieldsOfWord(header: string): readonly string[] {
  return FIELDS_BY_WORD.get(foldWord(header)) ?? [];
}

/** Words for half a name, which have one meaning only if the other half has a column too. */
const OTHER_HALVES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    { half: 'nom', others: ['prénom'] },
    { half: 'nombre', others: ['apellido', 'apellidos', 'apellido(s)'] },
    { half: 'name', others: ['vorname'] },
  ].map(({ half, others }) => [half, new Set(others.map(foldWord))]),
);

/** Returns the only field of `names` that a header can mean; `undefined` if there are none or several. */
export function fieldOfWord(
  header: string,
  names: readonly string[],
  headers: readonly string[] = [],
): string | undefined {
  const word = foldWord(header);
  const isHalf = headers.some((other) => OTHER_HALVES.get(word)?.has(foldWord(other)));
  if (ONLY_PROPOSED.has(word) && !isHalf) return undefined;
  const [field, ...others] = fieldsOfWord(header).filter((name) => names.includes(name));
  return others.length === 0 ? field : undefined;
}
