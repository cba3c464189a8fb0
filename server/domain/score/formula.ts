import type { ScorePart } from '../../../src/contract/scoring.ts';
import type { Sums } from './sums.ts';

/** A part of the score that can be measured: a kind of manoeuvre, or the share of night driving in per cent. */
export type CountedPart = Exclude<ScorePart, 'phone'>;

/**
 * Company mean of a part. `rate`: mean rate. `k`: exposure (100 km) at which a driver's own rate and the company's
 * count equally. `dispersion`: variance of a driver's number of manoeuvres, as a multiple of its mean. 1: manoeuvres
 * happen independently of each other. More: they come in clusters. Missing: 1, because it was not measured.
 */
export interface Prior {
  readonly rate: number;
  readonly k: number;
  readonly dispersion?: number;
}
export type Priors = { readonly [Part in CountedPart]: Prior };

interface PartFormula {
  /** Maximum number of points that the part can cost when every part is measured. */
  readonly weight: number;
  /** Rate at which the part costs half of its points: manoeuvres per 100 km, or per cent of the time at night. */
  readonly halfAt: number;
}

export interface Formula {
  readonly version: number;
  readonly parts: { readonly [Part in CountedPart]: PartFormula };
  /** Extra weight of a kilometre in the hardest traffic. 0.5: half as much again. */
  readonly complicationShare: number;
  /** Minimum distance, km. A shorter single drive is measured as if it were this long. */
  readonly leastDriveKm: number;
  /** Minimum measured distance of a period with a score, km. Its derivation is in docs/scoring.md. */
  readonly leastDistanceKm: number;
  /** Company means of the parts that are used until a company's own drivers have been measured. */
  readonly priors: Priors;
}

/** Sources of the weights: docs/scoring.md. A formula must not change once scores were made with it. */
export const formula1: Formula = {
  version: 1,
  parts: {
    braking: { weight: 30, halfAt: 12 },
    acceleration: { weight: 15, halfAt: 12 },
    cornering: { weight: 20, halfAt: 15 },
    directionChange: { weight: 10, halfAt: 10 },
    speeding: { weight: 15, halfAt: 10 },
    night: { weight: 10, halfAt: 30 },
  },
  complicationShare: 0.5,
  leastDriveKm: 10,
  leastDistanceKm: 200,
  priors: {
    braking: { rate: 5, k: 0.8 },
    acceleration: { rate: 3, k: 0.8 },
    cornering: { rate: 3, k: 0.8 },
    directionChange: { rate: 2, k: 1 },
    speeding: { rate: 2, k: 1 },
    night: { rate: 25, k: 1 },
  },
};

/** All versions of the score's formula, the newest last. */
const formulas = [formula1] as const;
export const currentFormula: Formula = formulas[formulas.length - 1] ?? formula1;

export const countedParts = Object.keys(formula1.parts) as readonly CountedPart[];

/** Distance for which the local clock is known, metres. */
export const clockM = ({ distanceM, contextMs, durationMs }: Sums): number =>
  durationMs > 0 ? distanceM * (contextMs / durationMs) : 0;

/**
 * Distance over which each part was measured, metres. Speeding is not measured, because the map has no speed limits.
 */
const measuredDistanceM: { readonly [Part in CountedPart]: (sums: Sums) => number } = {
  braking: sums => sums.watchedM,
  acceleration: sums => sums.watchedM,
  cornering: sums => sums.watchedM,
  directionChange: sums => sums.sensedM,
  speeding: () => 0,
  night: clockM,
};

/** Returns the exposure in 100 km: the distance, increased where traffic is hard. Rates are counts divided by it. */
const exposureOf = (sums: Sums, metres: number, { complicationShare }: Formula): number => {
  const complication = sums.contextM > 0 ? sums.complicationM / sums.contextM / 100 : 0;
  return (metres / 100_000) * (1 + complicationShare * complication);
};

export interface PartMeasurement {
  /** Exposure: the distance in 100 km, for manoeuvres increased where traffic is hard. 0: the part is not measured. */
  readonly exposure: number;
  /** Number of manoeuvres. Null for the share of night driving. */
  readonly count: number | null;
  readonly rate: number;
}

/** Measures a part: exposure, count and rate per 100 km. A distance below `leastKm` is measured as `leastKm`. */
export const measuredPart = (sums: Sums, part: CountedPart, formula: Formula, leastKm = 0): PartMeasurement => {
  const metres = measuredDistanceM[part](sums);
  if (metres <= 0) return { exposure: 0, count: null, rate: 0 };
  if (part === 'night') {
    const exposure = metres / 100_000;
    return { exposure, count: null, rate: sums.contextMs > 0 ? (100 * sums.nightMs) / sums.contextMs : 0 };
  }
  const exposure = Math.max(exposureOf(sums, metres, formula), leastKm / 100);
  return { exposure, count: sums[part], rate: sums[part] / exposure };
};
