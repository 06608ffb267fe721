/** One row of the interface's error tables, or a condition of our own where the interface is silent. */
export interface Condition {
  /** The number of the interface, or null where it gives none. */
  readonly code: number | null;
  /**
   * Stable names of the rules that are reported with it. Those of a field's form are made of the resource, the field
   * and the kind of problem (see `rules.ts`), so that a field and its code meet by name.
   */
  readonly rules: readonly [string, ...string[]];
  readonly meaning: string;
}
