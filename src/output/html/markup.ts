/** Text in the page. */
import { escapeMarkup } from '../../base/text/markup.ts';
import { forTerminal } from '../terminal/escape.ts';

/** Foreign text as text of an element or an attribute. */
export function html(text: string | number): string {
  return escapeMarkup(forTerminal(String(text)));
}
