import type { ConversionOptions } from '../values/conversion.ts';
import type { Input } from '../port.ts';
import type { SchedulePreset } from './preset.ts';

/** How rows and requests become schedules. */
export interface ScheduleDraftOptions extends ConversionOptions {
  readonly preset: SchedulePreset;
  readonly mapping?: ReadonlyMap<string, string> | undefined;
  /** A file of candidates to join by ScheduleExtId. Rows of the first file are then one schedule each. */
  readonly candidates?: Input | undefined;
}
