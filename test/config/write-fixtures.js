// Writes the generated fixtures: `node test/config/write-fixtures.js [FOLDER]`, by default into fixtures/.
import { fileURLToPath } from 'node:url';
import { importBundled } from '../support/import-bundled.js';

const { writeFixtures } = await importBundled('test/support/generate/write-fixtures.ts');
await writeFixtures(process.argv[2] ?? fileURLToPath(new URL('../../fixtures', import.meta.url)));
