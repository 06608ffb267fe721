/** Masks personal data in reports. Readers can recognise a row that they have, but cannot identify a stranger. */
import { NOT_SHOWN } from '../../platform/secrets.ts';
import { forTerminal } from '../terminal/escape.ts';
import { symbolsFor } from '../terminal/symbols.ts';

/** The fixed length of a mask, so that it does not show the length of the value. */
const MASK_LENGTH = 5;

/** `Jansen` becomes `J•••••`, `j.jansen@uni.nl` becomes `j•••••@•••••.nl`. */
export function maskPersonal(value: string, { ascii = false }: { ascii?: boolean } = {}): string {
  const text = value.trim();
  const dots = symbolsFor(ascii).maskDot.repeat(MASK_LENGTH);
  if (text === '') return '';
  const [, topLevelDomain] = /^[^@\s]+@[^@\s]*\.([a-z]{2,24})$/i.exec(text) ?? [];
  return `${firstLetter(text)}${dots}${topLevelDomain === undefined ? '' : `@${dots}.${topLevelDomain}`}`;
}

/** Whether a value is masked, so that it tells a reader nothing. */
export function isMasked(value: string | null): boolean {
  return value !== null && (value === NOT_SHOWN || value.includes(symbolsFor(false).maskDot.repeat(MASK_LENGTH)));
}

/** `Ada Lovelace` becomes `Ada L.`: a reader who has the list knows the person. */
export function shortenName(first: string, last: string): string {
  const initial = last === '' ? '' : `${firstLetter(last)}.`;
  return [first, initial].filter((part) => part !== '').join(' ');
}

function firstLetter(text: string): string {
  return forTerminal(String.fromCodePoint(text.codePointAt(0) ?? 0));
}
