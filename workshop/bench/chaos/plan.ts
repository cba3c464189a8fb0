import { type Random, randomOf, seedOf } from '../../truth/random.ts';

/** Kinds of faults that the test causes, each in one part of the system. */
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
  'stop mail server',
  'refuse webhooks',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Begin of the fault, milliseconds from the start of the test. */
  readonly atMs: number;
  /** Duration of the fault, milliseconds. */
  readonly forMs: number;
  /** Number of the server that the fault `kill server` kills. */
  readonly server: number;
  /** For faults that cut connections: number of bytes of an answer that still pass. */
  readonly afterBytes: number;
  /** Size of the step for the fault `step clock`, seconds. */
  readonly stepS: number;
}

const durationsMs: Readonly<Record<FaultKind, readonly [from: number, to: number]>> = {
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
  'stop mail server': [4000, 20_000],
  'refuse webhooks': [4000, 15_000],
};
const calmBoundsMs = [2000, 9000] as const;
const warmUpMs = 5000;
/** One in this many faults begins in the middle of the previous fault. */
const oneInOverlaps = 3;

export const shuffled = <Item>(items: readonly Item[], random: Random): Item[] => {
  const remaining = [...items];
  return items.flatMap(() => remaining.splice(random.below(remaining.length), 1));
};

/**
 * Plans the faults of a test in the order of their beginnings. Every kind of fault occurs once in a random order, then
 * again in another order. A short test thus has as many kinds as possible. Two faults of one kind never overlap. The
 * same seed and length give the same faults.
 */
export const planFaults = (seed: number, minutes: number): readonly Fault[] => {
  const random = randomOf(seedOf('faults', seed));
  const faults: Fault[] = [];
  const endMs = minutes * 60_000;
  const kindEndsMs = new Map<FaultKind, number>();
  let atMs = warmUpMs;
  let allEndMs = atMs;
  while (atMs < endMs)
    for (const kind of shuffled(faultKinds, random)) {
      const randomInteger = (low: number, high: number) => Math.round(random.between(low, high));
      const fault = {
        kind,
        atMs: Math.max(atMs, kindEndsMs.get(kind) ?? 0),
        forMs: randomInteger(...durationsMs[kind]),
        server: random.below(2),
        afterBytes: random.below(3000),
        stepS: randomInteger(30, 900) * (random.below(2) ? 1 : -1),
      };
      if (fault.atMs < endMs) faults.push(fault);
      kindEndsMs.set(kind, fault.atMs + fault.forMs);
      allEndMs = Math.max(allEndMs, fault.atMs + fault.forMs);
      const pauseMs = randomInteger(...calmBoundsMs);
      atMs = random.below(oneInOverlaps) === 0 ? fault.atMs + Math.round(fault.forMs / 2) : allEndMs + pauseMs;
    }
  return faults;
};

/** Returns random numbers for one simulated person or platform. They depend only on seed and name. */
export const randomFor = (seed: number, name: string): Random => randomOf(seedOf('work', seed, name));
