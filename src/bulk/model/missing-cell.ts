/**
 * What a rejects file has in place of a cell that its row never had. Were the cell left empty, the row would pass for
 * right when it comes back. This text shows what is missing, and the reader sees that it was not fixed.
 */
export const MISSING_CELL = '(no cell)';
