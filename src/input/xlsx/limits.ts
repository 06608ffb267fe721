/** How much of a workbook is read: sizes as the archive declares them, and as they then must be. */

/** Files in the archive. A workbook has some for each sheet, picture and link. */
export const MAX_FILES = 20_000;

/** What stands around the cells: names of sheets, styles, relations. It is kept in memory. */
export const MAX_SMALL_PART_BYTES = 32 * 1024 * 1024;

/** The texts that cells share, kept in memory. */
export const MAX_TEXTS_BYTES = 256 * 1024 * 1024;
export const MAX_TEXTS = 8_000_000;

/** A sheet, read piece by piece: as much as all rows that a spreadsheet can have need. */
export const MAX_SHEET_BYTES = 4 * 1024 * 1024 * 1024;

/** A part of more bytes that is packed so tightly holds nothing but repetitions. Sheets are packed 10 to 50 times. */
export const MAX_PACKING = { factor: 250, fromBytes: 16 * 1024 * 1024 };

/** A workbook on standard input, which is kept in memory: what is packed in it stands at its end. */
export const MAX_PIPED_BYTES = 128 * 1024 * 1024;

/** The size of a sheet. */
export const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];
