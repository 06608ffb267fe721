/** The names of a resource's field rules as types: the same names as `fieldRule` makes. */
import type { Kebab, Resource } from './field.ts';

type Texts = { readonly kind: 'text' };

/** The problems that the constraints of a field make possible. */
type ConstraintProblem<F> =
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
  // A text with a form may have no white space around it, so that is a fault of the form.
  | (F extends { pattern: object } | { format: string } | { noSpaces: true } ? 'surrounding-space' : never)
  | (F extends { unique: true } ? 'duplicates' : never);

/** The problems of every field of a kind, without regard to its constraints. */
type KindProblem<F> = 'type' | (F extends Texts ? 'not-text' | 'surrounding-space' : never);

/** The rule that the field names for a problem, or else the rule made of the field's name. */
type Named<N extends string, F, P extends string> = P extends string
  ? F extends { rules: Readonly<Record<P, infer Rule extends string>> }
    ? Rule
    : `${N}.${P}`
  : never;

type OfEntry<N extends string, F> = F extends { of: infer E } ? `${N}.item-${ConstraintProblem<E>}` : never;
type OfRepeats<F> = F extends { unique: infer U extends string; of: { resource: { name: infer N extends string } } }
  ? `${N}.${Kebab<U>}.duplicates`
  : never;

/** Rules that follow from the constraints of a resource's fields. The interface has numbers for some of them. */
export type ConstraintRule<R> =
  R extends Resource<infer N, infer F>
    ? { [K in keyof F & string]: FieldConstraintRule<`${N}.${Kebab<K>}`, F[K]> }[keyof F & string]
    : never;
type FieldConstraintRule<N extends string, F> = Named<N, F, ConstraintProblem<F>> | OfEntry<N, F> | OfRepeats<F>;

/** Every rule about a single value of a resource's fields. */
export type FieldRule<R> =
  | ConstraintRule<R>
  | (R extends Resource<infer N, infer F>
      ? { [K in keyof F & string]: FieldKindRule<`${N}.${Kebab<K>}`, F[K]> }[keyof F & string]
      : never);
type FieldKindRule<N extends string, F> =
  | `${N}.${KindProblem<F>}`
  | (F extends { of: infer E } ? `${N}.item-${KindProblem<E> | 'empty'}` : never);
