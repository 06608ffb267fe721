/** Shows a number by the places for digits in its format: `0000000`, `#,##0.00`, `0%`, `0.00E+00`. */
import { type Decimal, fractionDigits, rounded, shifted, wholeDigits } from './decimal.ts';
import type { FormatToken, Section } from './parse-format.ts';

/** The places for digits in a section of a format. */
interface Places {
  readonly whole: readonly string[];
  readonly fraction: readonly string[];
  readonly exponent: readonly string[];
  readonly isGrouped: boolean;
  /** How far the decimal point moves to the right: 2 for each percent sign, -3 for each comma at the end. */
  readonly shift: number;
  readonly showsPlus: boolean;
  readonly isScientific: boolean;
}

/**
 * Returns the function that shows numbers by a section of a format; `undefined` for sections that are not supported.
 */
export function numberFormatter({ tokens }: Section): ((value: Decimal) => string) | undefined {
  if (tokens.some(({ kind }) => kind === 'slash' || kind === 'unknown' || kind === 'text' || kind === 'date'))
    return undefined;
  const places = placesOf(tokens);
  return (value) => show(value, tokens, places);
}

function placesOf(tokens: readonly FormatToken[]): Places {
  const marks: [string[], string[], string[]] = [[], [], []];
  let [part, percents, commas, groups, showsPlus] = [0, 0, 0, 0, false];
  for (const token of tokens) {
    if (token.kind === 'point') part = 1;
    else if (token.kind === 'exponent') [part, showsPlus] = [2, token.showsPlus];
    else if (token.kind === 'percent') percents += 1;
    else if (token.kind === 'comma') commas += 1;
    else if (token.kind === 'digit') {
      marks[part]?.push(token.mark);
      // Commas between places group digits; those after the last place divide by a thousand each.
      [groups, commas] = [groups + (part === 0 && marks[0].length > 1 ? commas : 0), 0];
    }
  }
  const [whole, fraction, exponent] = marks;
  const isScientific = part === 2;
  return {
    whole,
    fraction,
    exponent,
    showsPlus,
    isScientific,
    isGrouped: groups > 0,
    shift: percents * 2 - commas * 3,
  };
}

function show(value: Decimal, tokens: readonly FormatToken[], places: Places): string {
  const moved = shifted(value, places.shift);
  const { number, power } = places.isScientific
    ? scientific(moved, places)
    : { number: rounded(moved, places.fraction.length), power: 0 };
  const whole = wholePlaces(wholeDigits(number), places);
  const fraction = fractionPlaces(fractionDigits(number), places.fraction);
  const exponent = String(Math.abs(power)).padStart(places.exponent.length, '0');
  const signOfPower = power < 0 ? '-' : places.showsPlus ? '+' : '';
  let [text, at, part] = ['', 0, 0];
  for (const token of tokens) {
    if (token.kind === 'literal') text += token.text;
    else if (token.kind === 'percent') text += '%';
    else if (token.kind === 'point') [text, at, part] = [`${text}.`, 0, 1];
    else if (token.kind === 'exponent') [text, at, part] = [`${text}E${signOfPower}`, 0, 2];
    else if (token.kind === 'digit') {
      if (part === 2) text += at === 0 ? exponent : '';
      else text += (part === 0 ? whole : fraction)[at] ?? '';
      at += 1;
    }
  }
  return number.isNegative ? `-${text}` : text;
}

/** Returns the text for each place before the point. Surplus digits belong to the first place. */
function wholePlaces(digits: string, { whole, isGrouped }: Places): string[] {
  const first = whole.indexOf('0');
  const required = first === -1 ? 0 : whole.length - first;
  const padded = digits.padStart(required, '0');
  const shown = whole.map((_, index) => padded.at(index - whole.length) ?? '');
  const places = shown.map((digit, index) => (isGrouped ? withComma(digit, whole.length - index) : digit));
  const surplus = padded.slice(0, Math.max(0, padded.length - whole.length));
  if (surplus === '') return places;
  const start = [...surplus]
    .map((digit, index) => (isGrouped ? withComma(digit, padded.length - index) : digit))
    .join('');
  return [start + (places[0] ?? ''), ...places.slice(1)];
}

/** Returns a digit, with a comma after it if it is the last digit of a group of thousands. */
function withComma(digit: string, fromEnd: number): string {
  return digit !== '' && fromEnd > 1 && fromEnd % 3 === 1 ? `${digit},` : digit;
}

/** Returns the text for each place after the point. `#` and `?` do not show zeros at the end. */
function fractionPlaces(digits: string, marks: readonly string[]): string[] {
  const last = Math.max(digits.length - 1, marks.lastIndexOf('0'));
  return marks.map((_, index) => (index <= last ? (digits[index] ?? '0') : ''));
}

/** Returns the number with as many digits before the point as there are places, and its power of ten. */
function scientific(value: Decimal, { whole, fraction }: Places): { number: Decimal; power: number } {
  if (value.digits === '') return { number: value, power: 0 };
  const width = Math.max(whole.length, 1);
  const powerOf = (point: number) => (width === 1 ? point - 1 : Math.floor((point - 1) / width) * width);
  const power = powerOf(value.point);
  const number = rounded(shifted(value, -power), fraction.length);
  // 9.99 may be rounded to 10.0, which has a digit too many.
  const carried = powerOf(number.point);
  return carried === 0 ? { number, power } : { number: shifted(number, -carried), power: power + carried };
}
