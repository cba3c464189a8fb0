/** Seeded generator: the same seed gives the same numbers on every machine. Not for secrets. */
export type Random = {
  /** Returns a number that is uniform in [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  /** Returns a whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns one of the values. Its probability is its share of the sum of all weights. */
  pickWeighted<T>(list: readonly (readonly [value: T, weight: number])[]): T;
  normal(mean: number, deviation: number): number;
};

/** 32-bit hash of a text and a number. Also turns consecutive indexes into ids that look random. */
export const hash32 = (text: string, salt = 0): number => {
  let hash = (0x811c9dc5 ^ salt) | 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * Returns an independent random stream for each purpose and index. An additional draw in one stream changes nothing in
 * the others.
 */
export const createRandom = (seed: number, purpose: string, index = 0): Random => {
  let a = hash32(purpose, seed);
  let b = Math.imul(index + 1, 0x9e3779b1) | 0;
  let c = seed ^ 0x5bd1e995;
  let counter = 1;
  // The generator is sfc32 (Chris Doty-Humphrey), which is public domain.
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();

  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    between: (min, max) => min + next() * (max - min),
    chance: probability => next() < probability,
    pick: list => {
      if (list.length === 0) throw new Error('pick: the list is empty');
      return list[Math.floor(next() * list.length)]!;
    },
    pickWeighted: list => {
      let remainingWeight = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        remainingWeight -= weight;
        if (remainingWeight < 0) return value;
      }
      return list[list.length - 1]![0];
    },
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
};
