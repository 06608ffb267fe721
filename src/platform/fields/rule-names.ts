/** The names of a resource's field rules, as types: what `fieldRule` makes of its fields and their words. */
import type { Kebab, Resource } from './field.ts';

type Texts = { readonly kind: 'text' };

/** A word of a field, and the problem that it makes possible. */
type WordProblem<F> =
  | (F extends { required: true } ? 'required' : never)
  | (F extends { nonEmpty: true } ? 'empty' : never)
  | (F extends Texts & { max: number } ? 'too-long' : never)
  | (F extends Texts & { min: number } ? 'too-short' : never)
  | (F extends { kind: 'list'; max: number } ? 'too-many' : never)
  | (F extends { kind: 'integer' | 'decimal'; max: number } ? 'range' | 'type' : never)
  | (F extends { kind: 'choice' } ? 'choice' : never)
  | (F extends { kind: 'date-time' } | { format: string } ? 'invalid' : never)
  | (F extends { pattern: object } ? 'pattern' : never)
  | (F extends { noSpaces: true } ? 'spaces' : never)
  // White space around a text is part of its form where the text has one.
  | (F extends { pattern: object } | { format: string } | { noSpaces: true } ? 'surrounding-space' : never)
  | (F extends { unique: true } ? 'duplicates' : never);

/** What any field of a kind can be, whatever its words. */
type KindProblem<F> = 'type' | (F extends Texts ? 'not-text' | 'surrounding-space' : never);

/** The name that the field gives to a problem, or else the one made of its own name. */
type Named<N extends string, F, P extends string> = P extends string
  ? F extends { rules: Readonly<Record<P, infer Rule extends string>> }
    ? Rule
    : `${N}.${P}`
  : never;

type OfEntry<N extends string, F> = F extends { of: infer E } ? `${N}.item-${WordProblem<E>}` : never;
type OfRepeats<F> = F extends { unique: infer U extends string; of: { resource: { name: infer N extends string } } }
  ? `${N}.${Kebab<U>}.duplicates`
  : never;

/** Rules that follow from the words of a resource's fields. The interface numbers some of them. */
export type WordRule<R> =
  R extends Resource<infer N, infer F>
    ? { [K in keyof F & string]: FieldWordRule<`${N}.${Kebab<K>}`, F[K]> }[keyof F & string]
    : never;
type FieldWordRule<N extends string, F> = Named<N, F, WordProblem<F>> | OfEntry<N, F> | OfRepeats<F>;

/** Every rule about a single value of a resource's fields. */
export type FieldRule<R> =
  | WordRule<R>
  | (R extends Resource<infer N, infer F>
      ? { [K in keyof F & string]: FieldKindRule<`${N}.${Kebab<K>}`, F[K]> }[keyof F & string]
      : never);
type FieldKindRule<N extends string, F> =
  | `${N}.${KindProblem<F>}`
  | (F extends { of: infer E } ? `${N}.item-${KindProblem<E> | 'empty'}` : never);
