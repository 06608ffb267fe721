import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteWord } from '../../src/base/text/shell-words.ts';
import { forTerminal } from '../../src/output/terminal/escape.ts';

it.each([
  'Law & order',
  'It\'s \\ 50% $HOME `x` "y"',
  '\u001b[31mred\u0007',
  "it's a \\ and a\u202eb\u200bc",
  'a\tb\nc\u007f12',
  'Zoë 👩‍💻 \u{e0041}',
])('Bash reads a word back as it is, although a terminal shows all of it: %j', (word) => {
  const printed = forTerminal(quoteWord(word));
  expect(execFileSync('bash', ['-c', `printf %s ${printed}`], { encoding: 'utf8' })).toBe(word);
});
