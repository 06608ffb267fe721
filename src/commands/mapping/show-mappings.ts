/** `mapping list` and `mapping show`. */
import type { Call } from '../options/call.ts';
import { presentRows } from '../present-result.ts';
import { knownMappings, readMapping } from './known-mappings.ts';

const COLUMNS = ['name', 'kind', 'from'] as const;

/** A mapping that cannot be read is listed with the reason, so that the others can still be seen. */
export async function listMappings(call: Call): Promise<void> {
  const rows = knownMappings(call).map(async ({ name, file }) => {
    const kind = await readMapping(call, name).then(
      ({ mapping }) => mapping.kind,
      (error: Error) => error.message,
    );
    return { name, kind, from: file ?? 'preset' };
  });
  await presentRows(call, COLUMNS, await Promise.all(rows));
}

export async function showMapping(call: Call, name: string): Promise<void> {
  const { mapping } = await readMapping(call, name);
  await call.output.data(`${JSON.stringify(mapping, null, 2)}\n`);
}
