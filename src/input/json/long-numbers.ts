/** Finds the numbers of a JSON text whose digits its parsed value may have lost. */
import { endOfString } from '../../base/json-text.ts';
import { placeOfNumber, type WrittenNumbers } from '../../model/written-numbers.ts';

/** The number of significant digits that every number keeps. */
const KEPT_DIGITS = 15;

/** Matches texts that may have long numbers. Most texts have none, and need no further search. */
const MAY_HAVE_LONG = /\d[\d.]{15}|\de[+-]?\d/i;

const TOKEN = /["{}[\],]|-?\d[\d.e+-]*/gi;

/** Returns the long numbers of a JSON text as written, by their places; `undefined` if there are none. */
export function findLongNumbers(text: string): WrittenNumbers | undefined {
  if (!MAY_HAVE_LONG.test(text)) return undefined;
  const found: Record<string, string> = {};
  let hasFound = false;
  /** For each open list the current index, and for each open object the last key. */
  const open: (string | number)[] = [];
  let isKeyNext = false;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [sign] = token;
    if (sign === '"') {
      const end = endOfString(text, token.index) + 1;
      if (isKeyNext) open[open.length - 1] = JSON.parse(text.slice(token.index, end)) as string;
      TOKEN.lastIndex = end;
      isKeyNext = false;
    } else if (sign === '{' || sign === '[') {
      isKeyNext = sign === '{';
      open.push(isKeyNext ? '' : 0);
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') isKeyNext = nextMember(open);
    else if (isLong(sign)) {
      found[placeOfNumber(open)] = sign;
      hasFound = true;
    }
  }
  return hasFound ? found : undefined;
}

/** Moves to the next entry of a list or an object, and returns whether it begins with a key. */
function nextMember(open: (string | number)[]): boolean {
  const last = open.at(-1);
  if (typeof last === 'number') open[open.length - 1] = last + 1;
  return typeof last === 'string';
}

function isLong(number: string): boolean {
  const [mantissa = ''] = number.split(/e/i);
  const exact = mantissa.includes('.') ? mantissa.replace(/0+$/, '') : mantissa;
  const digits = exact.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > KEPT_DIGITS || Math.abs(Number(number)) >= 10 ** KEPT_DIGITS;
}
