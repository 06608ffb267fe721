/** Verifies every byte of a store for a command that relies on it. */
import type { Call } from '../options/call.ts';
import { findStore } from '../options/store-options.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

/** The common part of findings about a store. */
export function aboutStore(where: string) {
  return { ...NO_CELL, file: where, line: 0, record: 0, field: null, code: null, suggestion: null } as const;
}

/** Throws if the store is damaged, with a finding for each damaged place. */
export async function checkStore(call: Call, hint: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  const problems = await backend.verify(store);
  if (problems.length === 0) return;
  const findings = problems.map((message) => ({ ...aboutStore(where), rule: 'store.damaged', message }));
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}
