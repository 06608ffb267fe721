/**
 * Numbers of a spreadsheet in decimal digits. A spreadsheet keeps 15 digits, and rounds these, not the binary value.
 */

/** The number `0.DIGITS` times ten to the power of `point`. Zero has no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** The number of significant digits that a spreadsheet keeps. */
export const KEPT_DIGITS = 15;

export function toDecimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(KEPT_DIGITS - 1)
    .split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  return { isNegative: value < 0 && digits !== '', digits, point: digits === '' ? 0 : Number(exponent) + 1 };
}

/** Moves the decimal point by some places to the right, as a percent sign does. */
export function shifted(decimal: Decimal, places: number): Decimal {
  return decimal.digits === '' ? decimal : { ...decimal, point: decimal.point + places };
}

/** Rounds to some places after the point, halves away from zero. */
export function rounded({ isNegative, digits, point }: Decimal, places: number): Decimal {
  const kept = point + places;
  if (kept >= digits.length) return { isNegative, digits, point };
  if (kept < 0) return { isNegative: false, digits: '', point: 0 };
  const up = (digits[kept] ?? '0') >= '5' ? 1n : 0n;
  const whole = String(BigInt(digits.slice(0, kept) || '0') + up);
  const carried = whole === '0' ? '' : whole.padStart(kept, '0');
  const trimmed = carried.replace(/0+$/, '');
  if (trimmed === '') return { isNegative: false, digits: '', point: 0 };
  return { isNegative, digits: trimmed, point: point + carried.length - kept };
}

/** Returns the digits before the point without leading zeros; no digits for a number below one. */
export function wholeDigits({ digits, point }: Decimal): string {
  return point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
}

/** Returns the digits after the point, without zeros at the end. */
export function fractionDigits({ digits, point }: Decimal): string {
  return point >= 0 ? digits.slice(point) : '0'.repeat(digits === '' ? 0 : -point) + digits;
}

/** Returns all digits, as a cell without a format shows them if it is wide enough. */
export function plainText(decimal: Decimal): string {
  const fraction = fractionDigits(decimal);
  const text = (wholeDigits(decimal) || '0') + (fraction === '' ? '' : `.${fraction}`);
  return decimal.isNegative ? `-${text}` : text;
}
