/** Checks the formats of texts. Each check takes time linear in the length of the text. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isCalendarDate, isCalendarDay } from '../../base/calendar.ts';
import type { TextFormat } from './field.ts';

interface Format {
  readonly isValid: (text: string) => boolean;
  /** The part of the format that JSON Schema can express: every valid text matches these keywords. */
  readonly schema: { readonly format?: string; readonly pattern: string };
  /** The message for an invalid text. */
  readonly words: string;
  /** Says what to write instead. It contains no part of the text, which may be personal. */
  readonly advise?: ((text: string) => string) | undefined;
}

/**
 * Atoms of RFC 5322 with single dots in between, at most 64 characters, then a domain of at least two labels, as
 * internet mail needs it. All characters are ASCII: domains in other scripts must be written as punycode.
 */
const EMAIL = emailPattern();
const GUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
/** JSON Schema has no flag for the case of letters. */
const WEB_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/\\][^\s\\]*$/;
const BIRTH_DATE = /^\d{4}(?:-\d{2}-|\d{2})\d{2}$/;
/** One address, an address with a prefix length, or two addresses. */
const IP_RANGE = /^[0-9A-Fa-f:.]+(?:[/-][0-9A-Fa-f:.]+)?$/;

export const FORMATS = {
  email: {
    isValid: (text) => EMAIL.test(text),
    schema: { format: 'email', pattern: EMAIL.source },
    words: 'is not a valid e-mail address',
    advise: adviseEmail,
  },
  guid: {
    isValid: (text) => GUID.test(text),
    schema: { format: 'uuid', pattern: GUID.source },
    words: 'is not a valid guid',
  },
  url: {
    isValid: isWebUrl,
    schema: { format: 'uri', pattern: WEB_URL.source },
    words: 'is not a valid http or https URL',
  },
  'birth-date': {
    isValid: isBirthDate,
    schema: { pattern: BIRTH_DATE.source },
    words: 'is not a date in the form YYYY-MM-DD or YYYYMMDD',
    advise: adviseBirthDate,
  },
  'ip-range': {
    isValid: isIpRange,
    schema: { pattern: IP_RANGE.source },
    words: 'is not a valid IP address, CIDR block or first-last range',
    advise: adviseIpRange,
  },
} as const satisfies Record<TextFormat, Format>;

/** Says what to write instead of an invalid text. */
export function adviceOn(format: TextFormat, text: string): string | undefined {
  const { advise }: Format = FORMATS[format];
  return advise?.(text);
}

/** RFC 3339 in UTC form, which ends in Z. */
export const UTC_DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?Z$/;

/**
 * Whether a text has this form and is an existing time: not 30 February, and no leap second, which `Date` does not
 * have.
 */
export function isUtcDateTime(text: string): boolean {
  const match = UTC_DATE_TIME.exec(text);
  if (match === null) return false;
  const [, date = '', hour, minute, second] = match;
  return isCalendarDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** RFC 3339 with any offset. */
export const OFFSET_DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Converts a date-time with any offset to UTC. Other texts are returned unchanged. */
export function toUtcForm(text: string): string {
  if (isUtcDateTime(text) || !OFFSET_DATE_TIME.test(text)) return text;
  const moment = text.toUpperCase();
  // `Date` takes 30 February for 2 March, and 24:00 for the next day.
  if (!isUtcDateTime(moment.replace(/(?:Z|[+-]\d{2}:\d{2})$/, 'Z'))) return text;
  return new Date(moment).toISOString();
}

/** The time of a value in milliseconds; NaN if it is not a date-time of the interface. */
export function timeOf(value: unknown): number {
  const text = typeof value === 'string' ? toUtcForm(value) : '';
  return isUtcDateTime(text) ? Date.parse(text) : Number.NaN;
}

function emailPattern(): RegExp {
  const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
  const topLevel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]';
  return new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${topLevel}$`);
}

function isWebUrl(text: string): boolean {
  // `URL` corrects some mistakes, such as wrong slashes, so this checks the text before.
  if (/\p{Cc}|\p{Cs}/u.test(text) || !WEB_URL.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function isBirthDate(text: string): boolean {
  if (!BIRTH_DATE.test(text)) return false;
  const month = text.length === 'YYYY-MM-DD'.length ? text.slice(5, 7) : text.slice(4, 6);
  return isCalendarDay(Number(text.slice(0, 4)), Number(month), Number(text.slice(-2)));
}

function adviseEmail(text: string): string {
  const isSeveral = text.indexOf('@') !== text.lastIndexOf('@');
  return isSeveral ? 'give one address, like name@example.org' : 'write it like name@example.org';
}

function adviseBirthDate(text: string): string {
  if (/^\d{5}$/.test(text)) return "this is a spreadsheet's day number: format the column as yyyy-mm-dd";
  if (BIRTH_DATE.test(text)) return 'that day does not exist: check the month and the day';
  return 'write year, month and day, like 2001-05-31';
}

function adviseIpRange(text: string): string {
  const isSeveral = /[,;\s]/.test(text.trim());
  return isSeveral
    ? 'in a cell, write | between several'
    : 'write it like 192.0.2.7, 192.0.2.0/24 or 192.0.2.1-192.0.2.9';
}

function isIpRange(text: string): boolean {
  if (!IP_RANGE.test(text)) return false;
  const slash = text.indexOf('/');
  if (slash >= 0) return isCidr(text.slice(0, slash), text.slice(slash + 1));
  const dash = text.indexOf('-');
  return dash >= 0 ? isFirstToLast(text.slice(0, dash), text.slice(dash + 1)) : isAddress(text);
}

/** One text for all spellings of the same range. */
export function canonicalIpRange(text: string): string {
  const parts = text.split(/([/-])/);
  return parts.map((part) => (isAddress(part) ? ipaddr.parse(part).toNormalizedString() : part)).join('');
}

/** The check of Node is strict (no `127.1`, `010.0.0.1`, `0x7f.1`), but it accepts zone names. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** The address of a block must be that of its network: an address with host bits is probably a mistake. */
function isCidr(address: string, prefix: string): boolean {
  if (!isAddress(address) || !/^(0|[1-9]\d{0,2})$/.test(prefix)) return false;
  if (Number(prefix) > (isIP(address) === 4 ? 32 : 128)) return false;
  const host = ipaddr.parse(address);
  const block = `${address}/${prefix}`;
  const network =
    host.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(block) : ipaddr.IPv6.networkAddressFromCIDR(block);
  return network.toNormalizedString() === host.toNormalizedString();
}

function isFirstToLast(first: string, last: string): boolean {
  if (!isAddress(first) || !isAddress(last) || isIP(first) !== isIP(last)) return false;
  return Buffer.compare(addressBytes(first), addressBytes(last)) <= 0;
}

function addressBytes(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
