/**
 * Random whole numbers with a seed. The same seeds give the same sequence on every machine and version. To create a stream
 * takes little time: each person has their own, so that a person can be created again without storing anyone.
 */
export interface Random {
  /** Returns a whole number from 0 to the limit minus 1. */
  below(limit: number): number;
  pick<const I extends readonly [unknown, ...unknown[]]>(items: I): I[number];
  /** Returns true in this percentage of cases. */
  chance(percent: number): boolean;
}

const TWO_POW_32 = 4_294_967_296;

export function createRandom(...seeds: readonly number[]): Random {
  const next = mulberry32(seeds.reduce(mix, 0x2545f491));
  const below = (limit: number) => Math.floor((next() * limit) / TWO_POW_32);
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    chance: (percent) => below(100) < percent,
  };
}

function mix(state: number, seed: number): number {
  let mixed = Math.imul(state ^ seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
