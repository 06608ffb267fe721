/** How the scripts of the shells call the program: with this word, then the word at the cursor, then those before it. */
export const COMPLETE_WORD = '__complete';
export const CURRENT = 'current=';
