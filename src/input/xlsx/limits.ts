/** The limits of a workbook. They hold for the sizes that the archive declares, and for the bytes that are read. */

/** The number of files in the archive. A workbook has some for each sheet, picture and link. */
export const MAX_FILES = 20_000;

/** The size of each part other than sheets and texts, such as the styles. These parts are kept in memory. */
export const MAX_SMALL_PART_BYTES = 32 * 1024 * 1024;

/** The size and number of the texts that cells share. They are kept in memory. */
export const MAX_TEXTS_BYTES = 256 * 1024 * 1024;
export const MAX_TEXTS = 8_000_000;

/** The size of a sheet, which is read piece by piece: enough for all rows that a spreadsheet can have. */
export const MAX_SHEET_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * The largest ratio of unpacked to packed bytes, for parts of more than `fromBytes`. Only repetitions are packed so
 * tightly: the ratio of sheets is 10 to 50.
 */
export const MAX_PACKING = { factor: 250, fromBytes: 16 * 1024 * 1024 };

/** The size of a workbook on standard input. It is kept in memory, because the list of its parts is at its end. */
export const MAX_PIPED_BYTES = 128 * 1024 * 1024;

/** The numbers of rows and columns that a sheet can have. */
export const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];
