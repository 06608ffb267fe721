/** Verifies every byte of a store for a command that relies on it. */
import type { Call } from '../options/call.ts';
import { findStore } from '../options/store-options.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

/** Throws if the store is damaged, with a finding for each damaged place. */
export async function checkStore(call: Call, hint: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  const problems = await backend.verify(store);
  if (problems.length === 0) return;
  const place = { file: where, line: 0, record: 0, field: null } as const;
  const findings = problems.map((message) => {
    return { ...NO_CELL, ...place, code: null, rule: 'store.damaged', message, suggestion: null };
  });
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}
