/** Names of people at a European university, and their ASCII form for e-mail addresses. */
import type { Random } from './random.ts';

interface Name {
  readonly text: string;
  /** Lower-case letters only. */
  readonly ascii: string;
}

export interface FullName {
  readonly first: Name;
  readonly last: Name;
}

/** Names that are not ASCII without their accents have a transcription after a bar. */
interface Pool {
  readonly first: readonly [string, ...string[]];
  readonly last: readonly [string, ...string[]];
}

const DUTCH: Pool = {
  first: ['Sanne', 'Daan', 'Anne-Fleur', 'Jeroen', 'Noor', 'Pieter-Jan', 'Fenna', 'Thijs', 'Zoë', 'Maarten', 'Loïs'],
  last: [
    'van der Berg',
    "'t Hart",
    'de Vries-Janssen',
    'van den Heuvel',
    'Bakker',
    'ter Braak',
    'IJzerman',
    'in ’t Veld',
  ],
};
const ENGLISH: Pool = {
  first: ['Mary Ann', 'Liam', 'Siobhán', 'Oliver', 'Grace', 'Seán', 'Priya', 'Jean-Luc', 'Amelia', 'Kofi'],
  last: ["O'Brien", 'D’Angelo', 'Smith-Jones', 'Mac Giolla Phádraig', 'Okafor', 'Patel', 'Ó Súilleabháin', 'Taylor'],
};
const FRENCH: Pool = {
  first: ['Élodie', 'François', 'Chloé', 'Gaël', 'Anaïs', 'Benoît', 'Inès', 'Jérôme', 'Maëlle'],
  last: ["Lefèvre-d'Août", 'Garçon', 'de La Fontaine', 'Saint-Exupéry', 'Bérénger', 'Müller', 'Noël', 'Hébert Côté'],
};
const POLISH: Pool = {
  first: ['Łukasz|lukasz', 'Małgorzata|malgorzata', 'Agnieszka', 'Paweł|pawel', 'Zofia', 'Jędrzej', 'Grażyna'],
  last: [
    'Wójcik',
    'Kowalska-Nowak',
    'Szczęsny',
    'Żółkiewski|zolkiewski',
    'Brzęczyszczykiewicz',
    'Dąbrowska',
    'Łoś|los',
  ],
};
const TURKISH: Pool = {
  first: ['Işıl|isil', 'İbrahim|ibrahim', 'Ayşe', 'Çağrı|cagri', 'Gülşen', 'Oğuzhan', 'Şükrü', 'Iğdır Can|igdircan'],
  last: ['Yıldırım|yildirim', 'Şahin', 'Öztürk', 'Kılıç|kilic', 'İnönü|inonu', 'Çelik-Doğan', 'Aydın|aydin'],
};
const GREEK: Pool = {
  first: ['Ελένη|eleni', 'Γιώργος|giorgos', 'Αικατερίνη|aikaterini', 'Νίκος|nikos', 'Σοφία|sofia'],
  last: ['Παπαδόπουλος|papadopoulos', 'Οικονόμου|oikonomou', 'Αγγελόπουλος|angelopoulos', 'Χατζηδάκη|chatzidaki'],
};
const ARABIC: Pool = {
  first: ['فاطمة|fatima', 'محمد|mohammed', 'عائشة|aisha', 'يوسف|youssef', 'نور الدين|noureddine'],
  last: ['الحسيني|alhusseini', 'بن علي|benali', 'عبد الله|abdallah', 'المنصور|almansour'],
};
const CHINESE: Pool = {
  first: ['小明|xiaoming', '丽娜|lina', '建国|jianguo', '雨桐|yutong', '思远|siyuan'],
  last: ['王|wang', '李|li', '欧阳|ouyang', '张|zhang', '司马|sima', '𠮷田|yoshida'],
};

/** Most names are Dutch, and some are from other countries. */
const POOLS: readonly [Pool, ...Pool[]] = [
  ...[DUTCH, DUTCH, DUTCH, DUTCH, DUTCH],
  ...[ENGLISH, ENGLISH, FRENCH, FRENCH, POLISH, TURKISH, GREEK, ARABIC, CHINESE],
] as [Pool, ...Pool[]];

export function nameFrom(random: Random): FullName {
  const pool = random.pick(POOLS);
  return { first: toName(random.pick(pool.first)), last: toName(random.pick(pool.last)) };
}

const names = new Map<string, Name>();

function toName(entry: string): Name {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const [text = '', transcription = text] = entry.split('|');
  const ascii = transcription
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const name = { text, ascii };
  names.set(entry, name);
  return name;
}
