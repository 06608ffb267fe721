/**
 * Begins work on the items of a walk before their turn comes: on each, and on up to `count` behind it. Gives what
 * `begin` gave, in the order of the walk; what breaks the walk comes when the items before it have had their turn.
 *
 * The walk is asked for the next item before it has given the last: a generator answers in order.
 */
export async function* lookAhead<T, B>(
  walk: AsyncIterable<T>,
  count: number,
  begin: (item: T) => B,
): AsyncGenerator<{ readonly item: T; readonly begun: B }> {
  const items = walk[Symbol.asyncIterator]();
  const pull = async (): Promise<{ item: T; begun: B } | undefined> => {
    const next = await items.next();
    return next.done ? undefined : { item: next.value, begun: begin(next.value) };
  };
  const pulled: Promise<{ item: T; begun: B } | undefined>[] = [];
  try {
    for (;;) {
      while (pulled.length <= count) pulled.push(quiet(pull()));
      const first = await pulled.shift();
      if (first === undefined) return;
      yield first;
    }
  } finally {
    await items.return?.();
  }
}

/** A failure counts when its turn comes. If its turn never comes, it is not reported. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
