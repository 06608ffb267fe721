/** What an import that was cut short leaves in a store. */
import type { StoreView } from '../port.ts';

/** The beginning of the ids under which imports keep their progress. An import that has ended keeps none. */
export const PROGRESS = 'import-';

/** Whether an import was cut short, so that the store has only a part of the file. */
export function hasPartialImport(view: StoreView): boolean {
  return [...view.ids('Runs')].some((id) => id.startsWith(PROGRESS));
}
