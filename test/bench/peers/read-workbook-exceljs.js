// Reads a workbook with the streaming reader of exceljs: `read-workbook-exceljs.js FILE` prints its rows below the header.
import Excel from 'exceljs';

let count = -1;
for await (const sheet of new Excel.stream.xlsx.WorkbookReader(process.argv[2], { sharedStrings: 'cache' })) {
  for await (const { values } of sheet) if (values.length > 0) count += 1;
}
console.log(count);
