/**
 * How the contract says what a field is: plain data, so that help and header matching can read it without loading
 * a validator. `value-faults.ts` holds what the words below mean.
 */
import type { FieldProblem } from './problem-names.ts';

/** A set of characters that a text may be made of. */
export interface Pattern {
  readonly regex: RegExp;
  /** In words, as it stands in messages: "letters, digits and dashes". */
  readonly words: string;
}

/** Forms that are more than a set of characters. */
export type TextFormat = 'email' | 'guid' | 'url' | 'birth-date' | 'ip-range';

interface FieldBase {
  /** One line for help, templates and the reference. */
  readonly meaning: string;
  readonly required?: true | undefined;
  /** Personal data: masked in reports unless they are asked to reveal it. */
  readonly personal?: true | undefined;
  /** Rules of the interface's tables that are not named after the field, by the problem that they are about. */
  readonly rules?: Readonly<Partial<Record<FieldProblem, string>>> | undefined;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** Longest allowed, in Unicode code points; absent where the interface names no limit. */
  readonly max?: number | undefined;
  readonly min?: number | undefined;
  readonly pattern?: Pattern | undefined;
  readonly format?: TextFormat | undefined;
  readonly noSpaces?: true | undefined;
  /** The empty text is refused although the field is optional. */
  readonly nonEmpty?: true | undefined;
  /** White space around the text: an error unless the field says that it is only worth a warning. */
  readonly surroundingSpace?: 'warning' | undefined;
  /** The name of a person or a place. */
  readonly isName?: true | undefined;
  /** By which something is known, here or on the platform. */
  readonly isId?: true | undefined;
  /** Never written to a report, record or log. */
  readonly secret?: true | undefined;
  /** A name or an id without a form of its own: a line break in it is a mistake of the file. */
  readonly oneLine?: true | undefined;
}

interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly values: readonly [string, ...string[]];
}

interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  /** On the wire as the text "true" or "false" instead of a JSON boolean. */
  readonly asText?: true | undefined;
}

export interface NumberField extends FieldBase {
  readonly kind: 'integer' | 'decimal';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** RFC 3339 in UTC form, `2026-11-21T09:00:00.000Z`. */
export interface DateTimeField extends FieldBase {
  readonly kind: 'date-time';
  /** RFC 3339 with any offset is accepted, and becomes the UTC form. */
  readonly anyOffset?: true | undefined;
}

export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly of: Field;
  /** Most entries allowed. */
  readonly max?: number | undefined;
  /** Whether entries must be different. For objects it is the name of the field that identifies them. */
  readonly unique?: true | string | undefined;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly resource: Resource;
  /** Also accepted as a plain text, which then stands for this field of the object. */
  readonly orTextFor?: string | undefined;
}

export type Field = TextField | ChoiceField | BooleanField | NumberField | DateTimeField | ListField | ObjectField;
export type Fields = Readonly<Record<string, Field>>;

/** A named set of fields. `name` begins the names of its rules: `user.email.invalid`. */
export interface Resource<N extends string = string, F extends Fields = Fields> {
  readonly name: N;
  /** The section of the interface that it comes from. */
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

/** Whether a value stands on one line: names, ids, secrets, what has a form, and all but texts. */
export function isOneLine(field: Field): boolean {
  if (field.kind === 'list') return isOneLine(field.of);
  if (field.kind !== 'text') return true;
  const { pattern, format, noSpaces, secret, oneLine } = field;
  return [pattern, format, noSpaces, secret, oneLine].some((word) => word !== undefined);
}

/** The wire name of a field as it stands in rule names and flags: `ScheduleExtId` becomes `schedule-ext-id`. */
export function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The same, as a type. */
export type Kebab<S extends string> = S extends `${infer A}${infer Rest}`
  ? `${Lowercase<A>}${A extends Lowercase<A> ? Dash<Rest> : ''}${Kebab<Rest>}`
  : S;
type Dash<S> = S extends `${infer A}${string}` ? (A extends Lowercase<A> ? '' : '-') : '';

/** The type of a field's value on the wire. */
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
