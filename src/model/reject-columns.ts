/** The columns that a rejects file adds to each row. They are ignored when the file is read again. */

/** The line of the row in the file it came from. */
export const LINE_COLUMN = '_line';
export const MESSAGE_COLUMN = '_message';

/** The columns, or the keys of a JSON record, in their order: the last ones, after all that are the input's own. */
export const REASON_COLUMNS = [LINE_COLUMN, '_code', '_field', MESSAGE_COLUMN, '_suggestion'] as const;

/**
 * What a rejects file has in place of a cell that its row never had. An empty cell would pass for right when the row
 * comes back; this shows what is missing, to people and to the reader.
 */
export const MISSING_CELL = '(no cell)';
