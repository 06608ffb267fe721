import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lookAhead } from '../../../../src/bulk/run/plan.ts';

/** `given` tells each item with how many were begun at its turn. */
async function take(count: number, items: readonly (string | Error)[], stopAt?: string) {
  const given: string[] = [];
  let isClosed = false;
  const walk = async function* () {
    try {
      for (const item of items) {
        if (item instanceof Error) throw item;
        yield item;
      }
    } finally {
      isClosed = true;
    }
  };
  let begun = 0;
  const begin = (item: string) => {
    begun += 1;
    return item.toUpperCase();
  };
  try {
    for await (const { item, begun: upper } of lookAhead(walk(), count, begin)) {
      await setImmediate();
      given.push(`${item} ${upper} ${begun}`);
      if (item === stopAt) break;
    }
  } catch (error) {
    given.push(String(error));
  }
  return { given, isClosed };
}

it.each([
  [0, ['a A 1', 'b B 2', 'c C 3']],
  [1, ['a A 2', 'b B 3', 'c C 3']],
  [9, ['a A 3', 'b B 3', 'c C 3']],
])('begins with %i items before their turn, and gives them in order', async (count, given) => {
  expect(await take(count, ['a', 'b', 'c'])).toEqual({ given, isClosed: true });
  expect(await take(count, [])).toEqual({ given: [], isClosed: true });
});

it('lets what breaks the walk come in its turn', async () => {
  const { given, isClosed } = await take(9, ['a', 'b', new Error('broken'), 'c']);
  expect(given).toEqual(['a A 2', 'b B 2', 'Error: broken']);
  expect(isClosed).toBe(true);
});

it('closes the walk when it is left early', async () => {
  expect(await take(1, ['a', 'b', 'c', 'd'], 'a')).toEqual({ given: ['a A 2'], isClosed: true });
});
