/** The columns that a rejects file adds to each row. They are ignored when the file is read again. */

/** The line of the row in the file it came from. */
export const LINE_COLUMN = '_line';
export const MESSAGE_COLUMN = '_message';

/** All these columns, or keys of a JSON record, in their order. They come after the columns of the input. */
export const REASON_COLUMNS = [LINE_COLUMN, '_code', '_field', MESSAGE_COLUMN, '_suggestion'] as const;

/**
 * The text of a rejects file for a cell that its row does not have. An empty cell would be valid when the file is read
 * again; this text shows people and the reader that the cell is missing.
 */
export const MISSING_CELL = '(no cell)';
