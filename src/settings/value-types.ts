/** The types of settings. The check, the JSON Schema for editors and the conversion of a typed text read one description. */
import { isObject, parseJson } from '../base/json-value.ts';
import { eitherOf } from '../base/text/either-of.ts';
import { isUrl } from '../base/text/url-text.ts';
import { ROSTER_IDS } from '../input/roster/mapping.ts';
import { LIST_SEPARATOR } from '../input/values/cell-lists.ts';
import { parseDateFormat } from '../input/values/date-format.ts';
import type { Field } from '../platform/fields/field.ts';
import { ROW_RESOURCES } from '../platform/resources/index.ts';
import { isSecret } from '../platform/secrets.ts';

/** `faultOf` says what is wrong with a text beyond its length; it never repeats the text, which may be a secret. */
interface TextType {
  readonly kind: 'text';
  readonly faultOf?: (text: string) => string | undefined;
  readonly keywords?: object;
}

type ValueType =
  | TextType
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'words' }
  /** An object of texts. Without `names`, every key is allowed. */
  | { readonly kind: 'texts'; readonly names?: readonly string[]; readonly of: TextType }
  | { readonly kind: 'object'; readonly parts: Readonly<Record<string, ValueType>> };

const MAX_TEXT = 1_000;
const MAX_WORDS = 50;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}

/** The fields that may have a default: all that can be a column of a file, except secrets. */
const DEFAULT_FIELDS: readonly string[] = [
  ...new Set(
    ROW_RESOURCES.flatMap(({ fields }) => Object.entries(fields))
      .filter(([, field]) => !isPart(field) && !isSecret(field))
      .map(([name]) => name),
  ),
];

function isPart(field: Field): boolean {
  const inner = field.kind === 'list' ? field.of : field;
  return inner.kind === 'object' && ROW_RESOURCES.includes(inner.resource);
}

const ANY_TEXT: TextType = { kind: 'text' };

/** A text with one more condition; `fault` is what the message says where it does not hold. */
function text(isRight: (text: string) => boolean, fault: string, keywords?: object): TextType {
  return { kind: 'text', faultOf: (value) => (isRight(value) ? undefined : fault), ...(keywords && { keywords }) };
}

const PASSWORD = 'holds a password, which does not belong in a file of settings';

export const VALUE_TYPES = {
  dateFormat: text(
    (value) => typeof parseDateFormat(value) !== 'string',
    'is not a format of dates, such as D-M-YYYY HH:mm',
  ),
  name: text(isName, 'is not the name of a profile', { pattern: NAME.source }),
  /** Relative to the folder of the settings file. */
  path: text((value) => !isUrl(value) || !hasPassword(value), PASSWORD),
  url: text((value) => !hasPassword(value), PASSWORD, { format: 'uri' }),
  zone: text(isZone, 'is not a known IANA time zone'),
  boolean: { kind: 'boolean' },
  words: { kind: 'words' },
  fields: { kind: 'texts', names: DEFAULT_FIELDS, of: ANY_TEXT },
  /** Paths by name, relative to the folder of the settings file. */
  files: { kind: 'texts', of: ANY_TEXT },
  roster: {
    kind: 'object',
    parts: {
      id: { kind: 'choice', values: ROSTER_IDS },
      roles: { kind: 'texts', of: ANY_TEXT },
      organisations: {
        kind: 'texts',
        of: text((value) => !value.includes(LIST_SEPARATOR), 'must name one hierarchy'),
      },
    },
  },
} as const satisfies Record<string, ValueType>;

export type ValueTypeName = keyof typeof VALUE_TYPES;

/** In a malformed address, any text before an @ may be a password. */
function hasPassword(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url === undefined ? address.includes('@') : url.password !== '' || /[?&](password|token)=/i.test(url.search);
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Describes the fault of a value; undefined if it has none. It never repeats the value. */
export function faultOf(name: ValueTypeName, value: unknown): string | undefined {
  return faultIn(VALUE_TYPES[name], value);
}

function faultIn(type: ValueType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'text':
      return textFault(type, value);
    case 'choice':
      return type.values.some((one) => one === value) ? undefined : `must be ${eitherOf(type.values)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'words':
      return isWords(value) ? undefined : 'must be a list of words, such as ["pass", "show", "exams"]';
    case 'texts':
      if (!isObject(value)) return 'must be an object of texts by name';
      if (!Object.keys(value).every((name) => type.names?.includes(name) ?? true))
        return 'names a field that cannot have a default';
      return Object.values(value)
        .map((text) => textFault(type.of, text))
        .find((fault) => fault !== undefined);
    case 'object': {
      if (!isObject(value)) return 'must be an object, such as {"roles": {"student": "Student"}}';
      const parts = new Map(Object.entries(type.parts));
      if (!Object.keys(value).every((name) => parts.has(name)))
        return `has a key that is none of ${[...parts.keys()].join(', ')}`;
      const faults = [...parts].map(([name, part]) => [name, name in value && faultIn(part, value[name])] as const);
      const [name, fault] = faults.find(([, found]) => found) ?? [];
      return fault ? `${fault} (${name})` : undefined;
    }
  }
}

function textFault({ faultOf: more }: TextType, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  if (value.trim() === '' || value.length > MAX_TEXT) return `must have 1 to ${MAX_TEXT} characters`;
  return /\p{Cc}/u.test(value) ? 'must not hold control characters' : more?.(value);
}

function isWords(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_WORDS) return false;
  return value.every((word) => typeof word === 'string' && !word.includes('\0')) && value[0] !== '';
}

/** The JSON Schema, for editors. */
export function schemaOf(type: ValueType): object {
  const text = { type: 'string', minLength: 1, maxLength: MAX_TEXT };
  switch (type.kind) {
    case 'text':
      return { ...text, ...type.keywords };
    case 'choice':
      return { enum: type.values };
    case 'boolean':
      return { type: 'boolean' };
    case 'words':
      return { type: 'array', minItems: 1, maxItems: MAX_WORDS, items: { type: 'string', maxLength: MAX_TEXT } };
    case 'texts':
      return { type: 'object', ...(type.names && { propertyNames: { enum: type.names } }), additionalProperties: text };
    case 'object': {
      const parts = Object.entries(type.parts).map(([name, part]) => [name, schemaOf(part)] as const);
      return { type: 'object', properties: Object.fromEntries(parts), additionalProperties: false };
    }
  }
}

/** Converts a typed text. A text that should be JSON and is none is returned as it is: the check describes the fault. */
export function fromText(name: ValueTypeName, typed: string): unknown {
  return VALUE_TYPES[name].kind === 'text' ? typed : (parseJson(typed) ?? typed);
}
