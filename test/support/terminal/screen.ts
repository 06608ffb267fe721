/** A simulated terminal screen. It supports the sequences of prompts, spinners and tables. */
export interface Screen {
  write(text: string): void;
  /** All lines from the first one, also those above the window, without blanks at their ends. */
  lines(): string[];
  readonly isCursorShown: boolean;
  /** The position of the cursor, counted from 0. */
  readonly column: number;
}

const ESCAPE = String.fromCodePoint(27);
/** A control sequence, a message to the terminal itself, a control character, or a run of text. */
const PARTS = new RegExp(
  `${ESCAPE}\\[([?\\d;]*)([A-Za-z])|${ESCAPE}\\][^\\x07]*\\x07|[\\r\\n\\b\\x07]|${ESCAPE}.|[^${ESCAPE}\\r\\n\\b\\x07]+`,
  'gu',
);

const UNFINISHED = new RegExp(`${ESCAPE}(?:\\[[?\\d;]*|\\][^\\x07]*)?$`, 'u');

export function createScreen(columns: number): Screen {
  const lines: string[][] = [[]];
  const cursor = { row: 0, column: 0, isShown: true };
  /** The beginning of an incomplete sequence. */
  let rest = '';
  const lineAt = (row: number): string[] => {
    while (lines.length <= row) lines.push([]);
    return lines[row] ?? [];
  };
  const put = (text: string) => {
    for (const character of text) {
      if (cursor.column >= columns) {
        cursor.row += 1;
        cursor.column = 0;
      }
      const line = lineAt(cursor.row);
      while (line.length < cursor.column) line.push(' ');
      line[cursor.column] = character;
      cursor.column += 1;
    }
  };
  const control = (parameters: string, command: string) => {
    const amount = Number(parameters) || 1;
    if (command === 'A') cursor.row = Math.max(0, cursor.row - amount);
    else if (command === 'B') cursor.row += amount;
    else if (command === 'C') cursor.column += amount;
    else if (command === 'D') cursor.column = Math.max(0, cursor.column - amount);
    else if (command === 'G') cursor.column = amount - 1;
    else if (command === 'K') eraseInLine(lineAt(cursor.row), cursor.column, parameters);
    else if (command === 'J')
      lines.splice(cursor.row + 1, lines.length, ...eraseRest(lineAt(cursor.row), cursor.column));
    else if (parameters === '?25') cursor.isShown = command === 'h';
  };
  return {
    write(text) {
      const whole = rest + text;
      const cut = UNFINISHED.exec(whole)?.index ?? whole.length;
      rest = whole.slice(cut);
      for (const [part, parameters = '', command] of whole.slice(0, cut).matchAll(PARTS)) {
        if (command !== undefined) control(parameters, command);
        else if (part === '\r') cursor.column = 0;
        else if (part === '\n') lineAt(++cursor.row);
        else if (part === '\b') cursor.column = Math.max(0, cursor.column - 1);
        else if (part.charCodeAt(0) >= 32) put(part);
      }
    },
    lines: () => lines.map((line) => line.join('').trimEnd()),
    get isCursorShown() {
      return cursor.isShown;
    },
    get column() {
      return cursor.column;
    },
  };
}

function eraseInLine(line: string[], column: number, mode: string): void {
  if (mode === '2') line.length = 0;
  else if (mode === '1') line.fill(' ', 0, column + 1);
  else line.length = Math.min(line.length, column);
}

function eraseRest(line: string[], column: number): string[][] {
  eraseInLine(line, column, '0');
  return [];
}
