/** Verifies every byte of a store for a command that relies on it. */
import type { Platform } from '../../context.ts';
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

/** Returns the warning about an import that was cut short. All bytes of such a store are right, but records are missing. */
export async function partialImport(platform: Platform, where: string): Promise<readonly string[]> {
  if (!(await platform.hasPartialImport())) return [];
  return [`The store in ${where} has only a part of a file: an import was cut short. Import the same file again`];
}
