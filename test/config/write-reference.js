// Writes docs/reference from the program and the contract: `npm run reference`.
import { fileURLToPath } from 'node:url';
import { importBundled } from '../support/import-bundled.js';

const { writeReference } = await importBundled('test/support/reference/write-reference.ts');
await writeReference(process.argv[2] ?? fileURLToPath(new URL('../../docs/reference', import.meta.url)));
