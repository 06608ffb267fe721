/** Texts as the XML of a workbook has them: in ASCII alone, so that they fit into a part whatever bytes surround them. */

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of our own or an attribute. */
export function xml(text: string): string {
  return text.replaceAll(/[&<>"]|[^\x20-\x7e]/gu, (character) => {
    return NAMES[character] ?? `&#${character.codePointAt(0)};`;
  });
}

/**
 * The text of a cell: characters that XML cannot hold are written as `_x0001_`, and what looks like that with its first
 * character so written.
 */
export function cellXml(text: string): string {
  return xml(text.replaceAll(UNHOLDABLE, (found) => escapeOf(found)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNHOLDABLE = /_(?=x[0-9A-Fa-f]{4}_)|[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A part of a workbook as a whole. */
export function xmlPart(root: string): string {
  return DECLARATION + root;
}
