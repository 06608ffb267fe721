/**
 * The definition of a field: plain data, so that help and header matching can read it without loading a validator.
 * `value-faults.ts` checks the constraints that are defined here.
 */
import type { FieldProblem } from './problem-names.ts';

/** The set of characters that a text may have. */
export interface Pattern {
  readonly regex: RegExp;
  /** The characters in words, for messages: "letters, digits and dashes". */
  readonly words: string;
}

/** The names of the formats in `formats.ts`. */
export type TextFormat = 'email' | 'guid' | 'url' | 'birth-date' | 'ip-range';

interface FieldBase {
  /** One line for help, templates and the reference. */
  readonly meaning: string;
  readonly required?: true | undefined;
  /** Personal data: reports mask it unless the user asks for it. */
  readonly personal?: true | undefined;
  /** Rules with a name that does not follow from the field's name, by problem. */
  readonly rules?: Readonly<Partial<Record<FieldProblem, string>>> | undefined;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** The maximum length in Unicode code points; absent if the interface has no limit. */
  readonly max?: number | undefined;
  readonly min?: number | undefined;
  readonly pattern?: Pattern | undefined;
  readonly format?: TextFormat | undefined;
  readonly noSpaces?: true | undefined;
  /** The field is optional, but its text must not be empty. */
  readonly nonEmpty?: true | undefined;
  /** White space around the text is an error; with this, it is only a warning. */
  readonly surroundingSpace?: 'warning' | undefined;
  /** The name of a person or a place. */
  readonly isName?: true | undefined;
  /** An id, of this program's records or of the platform. */
  readonly isId?: true | undefined;
  /** No report, record or log contains it. */
  readonly secret?: true | undefined;
  /** A name or an id without a pattern or a format: a line break in it is a mistake in the file. */
  readonly oneLine?: true | undefined;
}

interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly values: readonly [string, ...string[]];
}

interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  /** The JSON value is the text "true" or "false" instead of a boolean. */
  readonly asText?: true | undefined;
}

export interface NumberField extends FieldBase {
  readonly kind: 'integer' | 'decimal';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** What to write instead of a number outside the limits. */
  readonly advice?: string | undefined;
}

/** RFC 3339 in UTC form, `2026-11-21T09:00:00.000Z`. */
export interface DateTimeField extends FieldBase {
  readonly kind: 'date-time';
  /** The field accepts RFC 3339 with any offset, and converts it to UTC. */
  readonly anyOffset?: true | undefined;
}

export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly of: Field;
  /** The maximum number of entries. */
  readonly max?: number | undefined;
  /**
   * Entries must be different. For objects, this is the path of the field that identifies them, `Schedule.ScheduleExtId`; with
   * a bar, the first field that is not empty does.
   */
  readonly unique?: true | string | undefined;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly resource: Resource;
  /** The object may also be a plain text, which is then the value of this field. */
  readonly orTextFor?: string | undefined;
}

export type Field = TextField | ChoiceField | BooleanField | NumberField | DateTimeField | ListField | ObjectField;
export type Fields = Readonly<Record<string, Field>>;

/** A named set of fields. `name` begins the names of its rules: `user.email.invalid`. */
export interface Resource<N extends string = string, F extends Fields = Fields> {
  readonly name: N;
  /** The section of the interface that describes the resource. */
  readonly section: string;
  readonly fields: F;
}

export function resource<const N extends string, const F extends Fields>(
  name: N,
  section: string,
  fields: F,
): Resource<N, F> {
  return { name, section, fields };
}

/** The path in an entry at which a repeat of it is reported. */
export function identityPath(unique: string): string[] {
  return unique.replace(/\|.*$/, '').split('.');
}

/** Whether a value must be on one line. Only texts without a pattern, a format or `oneLine` may have line breaks. */
export function isOneLine(field: Field): boolean {
  if (field.kind === 'list') return isOneLine(field.of);
  if (field.kind !== 'text') return true;
  const { pattern, format, noSpaces, secret, oneLine } = field;
  return [pattern, format, noSpaces, secret, oneLine].some((constraint) => constraint !== undefined);
}

/** The name of a field as rule names and flags have it: `ScheduleExtId` becomes `schedule-ext-id`. */
export function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The type of a field's JSON value. */
type ValueOf<F> = F extends { kind: 'text' | 'date-time' }
  ? string
  : F extends { kind: 'choice'; values: readonly (infer V)[] }
    ? V
    : F extends { kind: 'boolean'; asText: true }
      ? 'true' | 'false'
      : F extends { kind: 'boolean' }
        ? boolean
        : F extends { kind: 'integer' | 'decimal' }
          ? number
          : F extends { kind: 'list'; of: infer O }
            ? ValueOf<O>[]
            : F extends { kind: 'object'; resource: infer R }
              ? RecordOf<R>
              : never;

type RequiredNames<F> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];

/** The type of a resource's JSON object. Fields that are not required may be absent or null. */
export type RecordOf<R> = R extends { fields: infer F }
  ? { [K in RequiredNames<F>]: ValueOf<F[K]> } & {
      [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]> | null;
    }
  : never;
