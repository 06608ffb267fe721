/**
 * Removes secrets of the platform from an answer that was not understood: the values of secret fields and of links, and
 * all parts of an address except its host.
 */
import { LINK_FIELDS, SECRET_FIELDS } from '../../platform/secrets.ts';

const NAMES = [...new Set([...LINK_FIELDS, ...SECRET_FIELDS])].join('|');

/** `"PIN":"x"`, also as text within JSON or HTML, and `PIN=x`. */
const NAMED = new RegExp(
  `\\b(${NAMES})((?:\\\\*["']|&quot;)?\\s*[:=]\\s*)(?:(\\\\*["']|&quot;)(?:(?!\\3)(?:\\\\.|[^]))*(?:\\3|$)|[^\\s"'&,;{}[\\]<>]+)`,
  'giu',
);

/** `https://host/path?query`, its slashes perhaps escaped as in JSON. */
const ADDRESS = /\b(https?:(?:\\?\/){2}[^\s"'<>/\\?#]+)(?:\\?\/|[?#])[^\s"'<>]+/giu;

export function redactUnknown(text: string): string {
  return text.replace(NAMED, '$1$2[secret]').replace(ADDRESS, '$1/…');
}

/** An address with a query or a fragment, which may be a key. Other addresses are kept. */
const KEYED_ADDRESS = /\b(https?:(?:\\?\/){2}[^\s"'<>/\\?#]+)[^\s"'<>?#]*[?#][^\s"'<>]+/giu;

export function redactLinks(text: string): string {
  return text.replace(KEYED_ADDRESS, '$1/…');
}
