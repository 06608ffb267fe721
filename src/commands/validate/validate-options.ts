/** The options of `validate`. */
import type { KindName } from '../../bulk/kinds/names.ts';
import type { DeliveryOptions, ReadOptions } from '../options/bulk-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';

export interface ValidateOptions {
  readonly kind: KindName;
  readonly files: readonly string[];
  readonly candidates?: string | undefined;
  readonly workflow?: string | undefined;
  readonly flags: ReadOptions & DeliveryOptions;
  readonly global: GlobalOptions;
}
