import { expect, it } from 'vitest';
import { KINDS } from '../../../../../src/bulk/kinds/kinds.ts';
import { columnTest } from '../../../../../src/input/table/header/column-test.ts';
import { fieldOfWord } from '../../../../../src/input/words/meaning.ts';
import words from '../../../../../src/input/words/words.json' with { type: 'json' };

const isColumn = Object.values(KINDS).map((kind) => columnTest(kind, new Map()));

it.each(Object.keys(words.fields))('%s, which has other words, is a field', (name) => {
  expect(isColumn.some((test) => test(name))).toBe(true);
});

it.each([
  ['Company', ['Bedrijf', 'Firma', 'Entreprise', 'Société', 'SOCIETE', 'Empresa', 'Compañía']],
  ['ExternalId', ['Numéro d’étudiant', "NUMERO D'ETUDIANT", 'Matricule', 'Número de empleado']],
  ['Photo', ['Foto']],
  ['CountryCode', ['Landcode', 'Ländercode', 'Code pays', 'Código de país']],
])('%s has words in each language, also without accents', (field, others) => {
  for (const word of others) expect([word, fieldOfWord(word, [field])]).toEqual([word, field]);
});

it('a word that is only proposed is so without its accents too', () => {
  expect(fieldOfWord('Debut', ['StartDateTime'])).toBeUndefined();
});
