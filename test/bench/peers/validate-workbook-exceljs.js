// Checks a workbook of users with exceljs and zod: `validate-workbook-exceljs.js FILE` prints how many rows are wrong.
import Excel from 'exceljs';
import { createRepeats, userOf, userSchema } from './users.js';

const isRepeated = createRepeats();
let header;
let wrong = 0;
for await (const sheet of new Excel.stream.xlsx.WorkbookReader(process.argv[2], { sharedStrings: 'cache' })) {
  for await (const { values } of sheet) {
    // The first of them is of no column.
    if (header === undefined) header = values.slice(1);
    else {
      const user = userOf(Object.fromEntries(header.map((name, index) => [name, values[index + 1] ?? ''])));
      const isRight = userSchema.safeParse(user).success && !isRepeated(user);
      if (!isRight) wrong += 1;
    }
  }
}
if (header === undefined) throw new Error('There is no header');
console.log(wrong);
