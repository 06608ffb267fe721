/** The completion scripts call the program with this word, then the word at the cursor, then the words before it. */
export const COMPLETE_WORD = '__complete';
export const CURRENT = 'current=';
