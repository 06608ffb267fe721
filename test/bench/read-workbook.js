// Reads the rows of a workbook without checking them: `read-workbook.js FILE` prints how many there are below the header.
import { importBundled } from '../support/import-bundled.js';

const { openInput } = await importBundled('src/input/open-input.ts');
const { rows } = await openInput(process.argv[2], { stdin: process.stdin });
let count = 0;
for await (const _ of rows) count += 1;
console.log(count);
