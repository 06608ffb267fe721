/** Counts the lines of an input in two ways that know nothing of each other: as text, and as what a reader makes of it. */
import type { Reader } from '../batch.ts';
import type { OpenAccount } from '../port.ts';
import type { Text } from './text.ts';

export function openAccount(
  text: Pick<Text, 'lines'> & { readonly file: string },
  reader: Pick<Reader<unknown>, 'headerLines' | 'blankLines'>,
): OpenAccount & { readonly close: () => void } {
  let [blankRows, isRead] = [0, false];
  return {
    file: text.file,
    get lines() {
      return isRead ? text.lines : undefined;
    },
    get header() {
      return reader.headerLines;
    },
    get blank() {
      return reader.blankLines + blankRows;
    },
    addBlank: (lines) => {
      blankRows += lines;
    },
    close: () => {
      isRead = true;
    },
  };
}
