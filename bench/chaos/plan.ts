import { type Random, randomOf, seedOf } from '../../scripts/truth/random.ts';

/** Faults that the test causes in one part of the system. */
export const faultKinds = [
  'kill server',
  'kill worker',
  'kill database',
  'cut clients',
  'freeze clients',
  'cut database connections',
  'freeze database connections',
  'restart pooler',
  'step clock',
  'fill disk',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** From the start of the run. */
  readonly atMs: number;
  /** How long the part stays disturbed. */
  readonly forMs: number;
  /** `kill server`: which of the two. */
  readonly server: number;
  /** Cuts: bytes of an answer that still pass. */
  readonly afterBytes: number;
  /** `step clock`: by how much, seconds. */
  readonly stepS: number;
}

const longestMs: Readonly<Record<FaultKind, readonly [from: number, to: number]>> = {
  'kill server': [500, 3000],
  'kill worker': [500, 3000],
  'kill database': [500, 4000],
  'cut clients': [2000, 8000],
  'freeze clients': [3000, 12_000],
  'cut database connections': [2000, 8000],
  'freeze database connections': [3000, 15_000],
  'restart pooler': [500, 3000],
  'step clock': [10_000, 25_000],
  'fill disk': [20_000, 60_000],
};
const calmMs = [2000, 9000] as const;
const warmUpMs = 5000;

/** Every kind once in a random order, then again in another: a short run sees as many kinds as it has time for. */
const shuffled = (random: Random): FaultKind[] => {
  const left = [...faultKinds];
  return faultKinds.flatMap(() => left.splice(random.below(left.length), 1));
};

/** The faults of a run, one after the other. The same seed and length give the same faults. */
export const planFaults = (seed: number, minutes: number): readonly Fault[] => {
  const random = randomOf(seedOf('faults', seed));
  const faults: Fault[] = [];
  const endMs = minutes * 60_000;
  let atMs = warmUpMs;
  while (atMs < endMs)
    for (const kind of shuffled(random)) {
      const whole = (low: number, high: number) => Math.round(random.between(low, high));
      const fault = {
        kind,
        atMs,
        forMs: whole(...longestMs[kind]),
        server: random.below(2),
        afterBytes: random.below(3000),
        stepS: whole(30, 900) * (random.below(2) ? 1 : -1),
      };
      atMs += fault.forMs + whole(...calmMs);
      if (atMs < endMs) faults.push(fault);
    }
  return faults;
};

/** Random numbers of one of those who work: they depend on seed and name only, whatever the others do. */
export const randomFor = (seed: number, name: string): Random => randomOf(seedOf('work', seed, name));
