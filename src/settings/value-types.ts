/** The types of settings: the JSON Schema of a value, its check, and its conversion from a text of `config set`. */

import { isObject, parseJson } from '../base/json-value.ts';
import { eitherOf } from '../base/text/either-of.ts';
import { isUrl } from '../base/text/url-text.ts';
import { ROSTER_IDS, type RosterMapping } from '../input/roster/mapping.ts';
import { LIST_SEPARATOR } from '../input/values/cell-lists.ts';
import { parseDateFormat } from '../input/values/date-format.ts';
import type { Field } from '../platform/fields/field.ts';
import { ROW_RESOURCES } from '../platform/resources/index.ts';
import { isSecret } from '../platform/secrets.ts';

interface ValueType {
  /** The JSON Schema, for editors. Only the check below decides. */
  readonly schema: object;
  /** Describes the fault of a value. It never repeats the value, which may be a secret in the wrong place. */
  readonly faultOf: (value: unknown) => string | undefined;
  /** Converts a text; absent if the text itself is the value. */
  readonly fromText?: ((text: string) => unknown) | undefined;
}

const MAX_TEXT = 1_000;
const MAX_WORDS = 50;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function isPart(field: Field): boolean {
  const inner = field.kind === 'list' ? field.of : field;
  return inner.kind === 'object' && ROW_RESOURCES.includes(inner.resource);
}

/** The fields that may have a default: all that can be a column of a file, except secrets. */
const DEFAULT_FIELDS: readonly string[] = [
  ...new Set(
    ROW_RESOURCES.flatMap(({ fields }) => Object.entries(fields))
      .filter(([, field]) => !isPart(field) && !isSecret(field))
      .map(([name]) => name),
  ),
];

/** The schema of an object whose values are texts. */
const MEANINGS = { type: 'object', additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_TEXT } };

export const VALUE_TYPES = {
  dateFormat: {
    schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
    faultOf: (value) => textFault(value) ?? dateFormatFault(value as string),
  },
  name: {
    schema: { type: 'string', pattern: NAME.source },
    faultOf: (value) => (isName(value) ? undefined : 'is not the name of a profile'),
  },
  /** A path, relative to the folder of the settings file. */
  path: {
    schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
    faultOf: (value) => textFault(value) ?? (isUrl(value as string) ? passwordFault(value as string) : undefined),
  },
  url: {
    schema: { type: 'string', format: 'uri', maxLength: MAX_TEXT },
    faultOf: (value) => textFault(value) ?? passwordFault(value as string),
  },
  zone: {
    schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
    faultOf: (value) => textFault(value) ?? (isZone(value as string) ? undefined : 'is not a known IANA time zone'),
  },
  boolean: {
    schema: { type: 'boolean' },
    faultOf: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    fromText: fromJson,
  },
  words: {
    schema: { type: 'array', minItems: 1, maxItems: MAX_WORDS, items: { type: 'string', maxLength: MAX_TEXT } },
    faultOf: (value) => (isWords(value) ? undefined : 'must be a list of words, such as ["pass", "show", "exams"]'),
    fromText: fromJson,
  },
  fields: {
    schema: {
      type: 'object',
      propertyNames: { enum: DEFAULT_FIELDS },
      additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
    },
    faultOf: fieldsFault,
    fromText: fromJson,
  },
  /** Paths by name, relative to the folder of the settings file. */
  files: {
    schema: MEANINGS,
    faultOf: (value) => meaningsFault(value, textFault),
    fromText: fromJson,
  },
  roster: {
    schema: {
      type: 'object',
      properties: { id: { enum: ROSTER_IDS }, roles: MEANINGS, organisations: MEANINGS },
      additionalProperties: false,
    },
    faultOf: rosterFault,
    fromText: fromJson,
  },
} as const satisfies Record<string, ValueType>;

export type ValueTypeName = keyof typeof VALUE_TYPES;

export function valueTypeOf(name: ValueTypeName): ValueType {
  return VALUE_TYPES[name];
}

export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}

function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  if (value.trim() === '' || value.length > MAX_TEXT) return `must have 1 to ${MAX_TEXT} characters`;
  return /\p{Cc}/u.test(value) ? 'must not hold control characters' : undefined;
}

function dateFormatFault(text: string): string | undefined {
  return typeof parseDateFormat(text) === 'string' ? 'is not a format of dates, such as D-M-YYYY HH:mm' : undefined;
}

/** In a malformed address, any text before an @ may be a password. */
function passwordFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const hasPassword =
    url === undefined ? text.includes('@') : url.password !== '' || /[?&](password|token)=/i.test(url.search);
  return hasPassword ? 'holds a password, which does not belong in a file of settings' : undefined;
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isWords(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_WORDS) return false;
  return value.every((word) => typeof word === 'string' && !word.includes('\0')) && value[0] !== '';
}

function fieldsFault(value: unknown): string | undefined {
  if (!isObject(value)) {
    return 'must be an object of values by field, such as {"Role": "Student"}';
  }
  for (const [name, text] of Object.entries(value)) {
    if (!DEFAULT_FIELDS.includes(name)) return 'names a field that cannot have a default';
    const fault = textFault(text);
    if (fault !== undefined) return `${fault} (${name})`;
  }
  return undefined;
}

/** The checks of the parts of a OneRoster mapping. */
const ROSTER_PARTS: Readonly<Record<keyof RosterMapping, (value: unknown) => string | undefined>> = {
  id: (value) => (ROSTER_IDS.some((id) => id === value) ? undefined : `must be ${eitherOf(ROSTER_IDS)}`),
  roles: (value) => meaningsFault(value, textFault),
  organisations: (value) =>
    meaningsFault(value, (text) => {
      const isList = typeof text === 'string' && text.includes(LIST_SEPARATOR);
      return isList ? 'must name one hierarchy' : textFault(text);
    }),
};

function rosterFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object, such as {"roles": {"student": "Student"}}';
  for (const [name, part] of Object.entries(value)) {
    const faultOf = Object.hasOwn(ROSTER_PARTS, name) ? ROSTER_PARTS[name as keyof RosterMapping] : undefined;
    if (faultOf === undefined) return `has a key that is none of ${Object.keys(ROSTER_PARTS).join(', ')}`;
    const fault = faultOf(part);
    if (fault !== undefined) return `${fault} (${name})`;
  }
  return undefined;
}

function meaningsFault(value: unknown, faultOf: (text: unknown) => string | undefined): string | undefined {
  if (!isObject(value)) return 'must be an object of texts';
  return Object.values(value)
    .map(faultOf)
    .find((fault) => fault !== undefined);
}

/** Parses JSON. Other text is returned as it is, since the check describes the fault better. */
function fromJson(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
