/** Finds the field of a header that is another word for it. */
import { foldWord } from '../../mapping/draft/header-words.ts';
import { FIELD_WORDS } from '../../mapping/words.ts';

/** Words that are only proposed, and never read as the field: the user must confirm the field of the column. */
const ONLY_PROPOSED: ReadonlySet<string> = new Set(
  [
    ...[
      'id',
      'external id',
      'user id',
      'first',
      'last',
      'nombre',
      'account',
      'name',
      'country',
      'land',
      'pays',
      'país',
    ],
    ...['usuario', 'handy', 'portable', 'ort', 'plaats', 'nom', 'id number', 'nummer (id)', 'id-nummer', 'student no'],
    ...["numéro d'identification", 'número de id', 'invigilator', 'repository', 'repositories', 'learning objectives'],
    ...['tags', 'groups', 'cohorts', 'groepen', 'gruppen', 'groupes', 'étiquettes', 'grupos', 'etiquetas', 'ine'],
    ...['expediente', 'matrikel', 'user principal name'],
  ].map(foldWord),
);

/** Fields of sittings and of extra time, which decide how an exam is held: of their words only these are read. */
const SURE_WORDS: Readonly<Record<string, readonly string[]>> = {
  ScheduleExtId: ['schedule id', 'sitting id'],
  AssessmentExtId: ['assessment id', 'exam id'],
  GroupExtId: ['group id'],
  GroupName: ['group title', 'groepsnaam', 'gruppenname', 'nom du groupe', 'nombre del grupo'],
  StartDateTime: ['start time', 'begintijd', 'starttijd', 'startzeit', 'heure de début', 'hora de inicio'],
  EndDateTime: ['end time', 'eindtijd', 'endzeit', 'heure de fin', 'hora de fin'],
  SpecialNeeds: [],
  ReasonableAdjustmentPercentage: ['extra time %', 'extra time (%)', 'extra time percentage'],
  AllowedIpAddresses: [],
};

function isSure(word: string, field: string): boolean {
  return Object.hasOwn(SURE_WORDS, field) ? SURE_WORDS[field]?.some((sure) => foldWord(sure) === word) === true : true;
}

/** The possible fields of a word, by the word. */
const FIELDS_BY_WORD: ReadonlyMap<string, readonly string[]> = fieldsByWord();

function fieldsByWord(): Map<string, string[]> {
  const fields = new Map<string, Set<string>>();
  for (const [name, byLanguage] of Object.entries(FIELD_WORDS)) {
    for (const word of Object.values(byLanguage).flat())
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
  return others.length === 0 && field !== undefined && isSure(word, field) ? field : undefined;
}
