/** The words of an answer that is not JSON: of a page, without its markup. */

const UNSEEN = /<(script|style|title|head)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const TITLE = /<title\b[^>]*>([^<]*)/i;
const TAG = /<[/!?a-z][^>]*(?:>|$)/gi;
/** More is not looked at: people are shown the beginning. */
const MAX_LOOKED_AT = 65_536;

export function isPage(text: string): boolean {
  return /^\s*<(?:!|\?|[a-z])/i.test(text);
}

export function wordsOf(text: string): string {
  const looked = text.slice(0, MAX_LOOKED_AT);
  if (!isPage(looked)) return looked;
  const words = looked.replace(UNSEEN, ' ').replace(TAG, ' ').trim();
  return words === '' ? (TITLE.exec(looked)?.[1] ?? '') : words;
}
