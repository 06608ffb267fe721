/** Reads every byte of a store before, or after, a command relies on it. */
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Call } from '../options/call.ts';
import { readStoreOptions } from '../options/store-options.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

/** Throws where anything is damaged, with all that is. */
export async function checkStore(call: Call, hint: string): Promise<void> {
  const { store } = readStoreOptions(call);
  const where = withoutCredentials(store);
  const problems = await call.context.storeBackend(store).verify(store);
  if (problems.length === 0) return;
  const place = { file: where, line: 0, record: 0, field: null } as const;
  const findings = problems.map((message) => {
    return { ...NO_CELL, ...place, code: null, rule: 'store.damaged', message, suggestion: null };
  });
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}
