/** The types of settings. The check, the JSON Schema for editors and the conversion of a typed text read one description. */
import { isObject, parseJson } from '../base/json-value.ts';
import { eitherOf } from '../base/text/either-of.ts';
import { isUrl } from '../base/text/url-text.ts';
import { ROSTER_IDS } from '../input/port.ts';
import { LIST_SEPARATOR } from '../input/values/cell-lists.ts';
import { parseDateFormat } from '../input/values/date-format.ts';
import type { Field } from '../platform/fields/field.ts';
import { ROW_RESOURCES } from '../platform/resources/index.ts';
import { isSecret } from '../platform/secrets.ts';

/** What a setting may be, in one place for the check and for editors. */
interface ValueType {
  readonly schema: Readonly<Record<string, unknown>>;
  /** What is wrong with a value. It never repeats the value, which may be a secret. */
  readonly faultOf: (value: unknown) => string | undefined;
}

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

/** A text, perhaps with one more condition; `fault` is what the message says where it does not hold. */
function text(isRight: (text: string) => boolean = () => true, fault = '', keywords: object = {}): ValueType {
  return {
    schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT, ...keywords },
    faultOf: (value) => {
      if (typeof value !== 'string') return 'must be a text';
      if (value.trim() === '' || value.length > MAX_TEXT) return `must have 1 to ${MAX_TEXT} characters`;
      if (/\p{Cc}/u.test(value)) return 'must not hold control characters';
      return isRight(value) ? undefined : fault;
    },
  };
}

/** A value of another kind. */
function other(schema: ValueType['schema'], isRight: (value: unknown) => boolean, fault: string): ValueType {
  return { schema, faultOf: (value) => (isRight(value) ? undefined : fault) };
}

/** An object of texts by name. Without `names`, every name is allowed. */
function texts(of: ValueType, names?: readonly string[]): ValueType {
  const schema = { type: 'object', ...(names && { propertyNames: { enum: names } }), additionalProperties: of.schema };
  return {
    schema,
    faultOf: (value) => {
      if (!isObject(value)) return 'must be an object of texts by name';
      if (!Object.keys(value).every((name) => names?.includes(name) ?? true)) {
        return 'names a field that cannot have a default';
      }
      return firstFault(Object.values(value).map(of.faultOf));
    },
  };
}

function object(parts: Readonly<Record<string, ValueType>>, example: string): ValueType {
  const types = new Map(Object.entries(parts));
  const properties = Object.fromEntries([...types].map(([name, { schema }]) => [name, schema]));
  return {
    schema: { type: 'object', ...{ properties, additionalProperties: false } },
    faultOf: (value) => {
      if (!isObject(value)) return `must be an object, such as ${example}`;
      return firstFault(
        Object.entries(value).map(([name, part]) => {
          const type = types.get(name);
          if (type === undefined) return `has a key that is none of ${[...types.keys()].join(', ')}`;
          const fault = type.faultOf(part);
          return fault && `${fault} (${name})`;
        }),
      );
    },
  };
}

function firstFault(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined);
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
  boolean: other({ type: 'boolean' }, (value) => typeof value === 'boolean', 'must be true or false'),
  words: other(
    { type: 'array', ...{ minItems: 1, maxItems: MAX_WORDS, items: { type: 'string', maxLength: MAX_TEXT } } },
    isWords,
    'must be a list of words, such as ["pass", "show", "exams"]',
  ),
  fields: texts(text(), DEFAULT_FIELDS),
  /** Paths by name, relative to the folder of the settings file. */
  files: texts(text()),
  roster: object(
    {
      id: other(
        { enum: ROSTER_IDS },
        (value) => ROSTER_IDS.some((id) => id === value),
        `must be ${eitherOf(ROSTER_IDS)}`,
      ),
      roles: texts(text()),
      organisations: texts(text((value) => !value.includes(LIST_SEPARATOR), 'must name one hierarchy')),
    },
    '{"roles": {"student": "Student"}}',
  ),
} as const satisfies Readonly<Record<string, ValueType>>;

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

function isWords(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_WORDS) return false;
  return value.every((word) => typeof word === 'string' && !word.includes('\0')) && value[0] !== '';
}

/** Converts a typed text. A text that should be JSON and is none is returned as it is: the check describes the fault. */
export function fromText(name: ValueTypeName, typed: string): unknown {
  return VALUE_TYPES[name].schema['type'] === 'string' ? typed : (parseJson(typed) ?? typed);
}
