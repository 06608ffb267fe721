/**
 * What a rejects file has in place of a cell that its row never had. Were the cell left empty, the row would pass for
 * right when it comes back. With this text, the reader of the row sees that a cell is missing, and so does the program.
 */
export const MISSING_CELL = '(no cell)';
