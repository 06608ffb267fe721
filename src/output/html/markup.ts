/** Text in the page. */
import { forTerminal } from '../terminal/escape.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Foreign text as text of an element or an attribute. */
export function html(text: string | number): string {
  return forTerminal(String(text)).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
