/** The options of `validate`. */
import type { DeliveryOptions, ReadOptions } from '../options/bulk-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';

export const VALIDATE_KINDS = ['schedules', 'candidates', 'users', 'collections', 'invigilators'] as const;
export type ValidateKind = (typeof VALIDATE_KINDS)[number];

export interface ValidateOptions {
  readonly kind: ValidateKind;
  readonly files: readonly string[];
  readonly candidates?: string | undefined;
  readonly workflow?: string | undefined;
  readonly flags: ReadOptions & DeliveryOptions;
  readonly global: GlobalOptions;
}
