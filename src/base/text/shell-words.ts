/** Quotes a word for a shell. A word of plain characters stays unchanged. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A flag with its value, as words. A value that looks like a flag needs the equals sign. */
export function flagWithValue(flag: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];
}
