import { compareUtf8 } from './utf8-order.ts';

/** What a layer says about an id: that it is there, or that it was deleted. */
export interface LayeredId {
  readonly id: string;
  readonly present: boolean;
}

/** The ids of `base` with those of a layer above it, both in UTF-8 order: the layer's word counts. */
export async function* mergedIds(base: AsyncIterable<string>, layer: readonly LayeredId[]): AsyncGenerator<string> {
  let next = 0;
  for await (const id of base) {
    for (; isBefore(layer[next], id); next += 1) yield* presentId(layer[next]);
    const same = layer[next];
    if (same?.id !== id) yield id;
    else {
      yield* presentId(same);
      next += 1;
    }
  }
  for (; next < layer.length; next += 1) yield* presentId(layer[next]);
}

function isBefore(entry: LayeredId | undefined, id: string): boolean {
  return entry !== undefined && compareUtf8(entry.id, id) < 0;
}

function presentId(entry: LayeredId | undefined): string[] {
  return entry?.present ? [entry.id] : [];
}
