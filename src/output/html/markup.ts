import { escapeMarkup } from '../../base/text/markup.ts';
import { forTerminal } from '../terminal/escape.ts';

/** Escapes foreign text for the content of an element or the value of an attribute. */
export function html(text: string | number): string {
  return escapeMarkup(forTerminal(String(text)));
}
