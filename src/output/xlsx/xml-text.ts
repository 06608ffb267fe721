/** Text for the XML of a workbook. It is pure ASCII, so that it fits into a part of any encoding. */

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text of this program, or a value of an attribute. */
export function xml(text: string): string {
  return text.replaceAll(/[&<>"]|[^\x20-\x7e]/gu, (character) => {
    return NAMES[character] ?? `&#${character.codePointAt(0)};`;
  });
}

/**
 * Escapes the text of a cell. A character that XML cannot contain becomes an escape such as `_x0001_`. If the text
 * itself looks like such an escape, its first character is escaped.
 */
export function cellXml(text: string): string {
  return xml(text.replaceAll(NOT_IN_XML, (found) => escapeOf(found)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters on purpose.
const NOT_IN_XML = /_(?=x[0-9A-Fa-f]{4}_)|[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A part of a workbook, with the XML declaration. */
export function xmlPart(root: string): string {
  return DECLARATION + root;
}
