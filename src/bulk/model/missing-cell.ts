/**
 * What a rejects file has in place of a cell that its row never had. Were the cell left empty, the row would pass for
 * right when it comes back; as it is, whoever mends the row sees what is missing, and the reader that nobody has.
 */
export const MISSING_CELL = '(no cell)';
