import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createPrompter, type Prompter } from '../../../../src/output/terminal/prompts.ts';
import type { Output } from '../../../../src/output/terminal/streams.ts';
import { EVIL, LIVE } from '../../../support/cli/control-characters.ts';
import { ENTER } from '../../../support/cli/scripted-prompter.ts';

/** The colours, and the moves of the cursor with which a question is drawn again. */
const DRAWING = /\p{Cc}\[(?:\?25[hl]|\d*[A-GKm]|J)/gu;

const DOWN = '\u001b[B';

/** The library draws a question in several pieces. */
const SETTLED_MS = 20;

/** Asks a question, types the keys, and returns the answer with all that was shown. */
async function askedWith<T>(keys: readonly string[], ask: (prompter: Prompter) => Promise<T>) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  let [shown, before] = ['', ''];
  stderr.on('data', (text: string) => {
    shown += text;
  });
  const output = { stdin, stderr, color: { stderr: true } } as unknown as Output;
  const answer = ask(await createPrompter(output));
  for (const key of keys) {
    await vi.waitFor(() => expect(shown).not.toBe(before));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    before = shown;
    stdin.write(key);
  }
  return { answer: await answer, shown };
}

describe('a question with foreign text', () => {
  const choices = [{ value: 'first' }, { value: EVIL, title: EVIL }];

  it.each<[string, readonly string[], unknown, (prompter: Prompter) => Promise<unknown>]>([
    ['a message', [ENTER], '', ({ text }) => text(EVIL, () => true)],
    ['an offered answer', [ENTER], EVIL, ({ text }) => text('Name:', (answer) => answer === EVIL || 'no', EVIL)],
    [
      'an offered answer that is taken to be edited',
      ['\t', ENTER],
      EVIL,
      ({ text }) => text('Name:', () => true, EVIL),
    ],
    ['a refusal', [ENTER, 'x', ENTER], 'x', ({ text }) => text('Name:', (answer) => answer === 'x' || EVIL)],
    ['a secret', ['x', ENTER], 'x', ({ secret }) => secret(EVIL, () => true)],
    ['a choice', [DOWN, ENTER], EVIL, ({ one }) => one('Who is it?', choices)],
    ['the choice at the beginning', [ENTER], EVIL, ({ one }) => one('Who is it?', choices, EVIL)],
    ['some choices', [' ', ENTER], ['first', EVIL], ({ several }) => several(EVIL, choices, [EVIL])],
    ['a confirmation', ['y', ENTER], true, ({ confirm }) => confirm(`Replace ${EVIL}?`)],
  ])('shows no control character in %s, and answers with the text as it was', async (_, keys, meant, ask) => {
    const { answer, shown } = await askedWith(keys, ask);
    expect(answer).toEqual(meant);
    expect(shown.replace(DRAWING, '')).not.toMatch(LIVE);
    expect(shown).not.toContain('\u001b[2J');
  });
});
