/** Verifies every byte of a store for a command that relies on it. */
import type { Finding } from '../../model/finding.ts';
import type { Call } from '../options/call.ts';
import { findStore } from '../options/store-options.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

/** Throws if the store is damaged, with a finding for each damaged place. Returns the warnings. */
export async function checkStore(call: Call, hint: string): Promise<readonly Finding[]> {
  const { store, where, backend } = findStore(call);
  const place = { ...NO_CELL, file: where, line: 0, record: 0, field: null, code: null, suggestion: null } as const;
  const warnings: Finding[] = [];
  const problems = await backend.verify(store, (message) => {
    warnings.push({ ...place, severity: 'warning', rule: 'store.cut-off', message });
  });
  if (problems.length === 0) return warnings;
  const findings = problems.map((message) => ({ ...place, rule: 'store.damaged', message }));
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}
