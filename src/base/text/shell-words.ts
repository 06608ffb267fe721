/** Characters that this program prints in an escaped form. Joiners are parts of names and emoji. */
const UNSHOWN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u;
const ESCAPED = new RegExp(`${UNSHOWN.source}|['\\\\]`, 'gu');

/**
 * Quotes a word for a shell. A word of plain characters stays unchanged. Characters that are not shown are written as
 * their bytes, which Bash and zsh read back, so that a printed word can be copied.
 */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!UNSHOWN.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(ESCAPED, asBytes)}'`;
}

function asBytes(character: string): string {
  return Buffer.from(character).toString('hex').replace(/../g, '\\x$&');
}

/** A flag with its value, as words. A value that looks like a flag needs the equals sign. */
export function flagWithValue(flag: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];
}
