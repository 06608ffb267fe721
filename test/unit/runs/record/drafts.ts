/** Drafts as a reader makes them, for tests of what comes after reading. */
import type { Draft } from '../../../../src/model/draft.ts';

export function draft(key: string | null, line: number, file = 'users.csv'): Draft {
  const row = { file, line, record: line - 1, content: { cells: [key ?? ''] } };
  return { key, request: { ExternalId: key }, problems: [], rows: [row], places: () => undefined } as unknown as Draft;
}
