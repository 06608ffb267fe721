import type { Settings } from '../platform/catalogue.ts';
import { SETTINGS_ID } from '../platform/entities.ts';
import type { StoreView } from '../store/port.ts';

/** The platform's settings; empty if none were loaded. */
export function readSettings(view: StoreView): Settings {
  return view.get('Settings', SETTINGS_ID) ?? {};
}
