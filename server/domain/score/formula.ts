import type { ScorePart } from '../../../src/contract/scoring.ts';
import type { Sums } from './sums.ts';

/** What of a part is counted: manoeuvres, or the share of the time at night in per cent. */
export type CountedPart = Exclude<ScorePart, 'phone'>;

/** What a company's drivers do on the whole: rate, and the exposure (100 km) at which a driver's own rate counts half. */
export interface Prior {
  readonly rate: number;
  readonly k: number;
}
export type Priors = { readonly [Part in CountedPart]: Prior };

interface PartFormula {
  /** Points it can take at most when every part is measured. */
  readonly weight: number;
  /** The rate at which half of them are gone: manoeuvres per 100 km, or per cent of the time. */
  readonly halfAt: number;
}

export interface Formula {
  readonly version: number;
  readonly parts: { readonly [Part in CountedPart]: PartFormula };
  /** By how much a kilometre counts for more where traffic is hardest: 0.5 is half as much again. */
  readonly complicationShare: number;
  /** A single drive is measured as if it were at least this long, km. */
  readonly leastDriveKm: number;
  /** Below it a period has no score, km. How it was found stands in docs/scoring.md. */
  readonly leastDistanceKm: number;
  /** Until a company's own drivers have been measured. */
  readonly priors: Priors;
}

/** Weights and where they come from: docs/scoring.md. A formula that scores were made with is never changed. */
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

/** Every formula there was, the newest last. */
const formulas = [formula1] as const;
export const currentFormula: Formula = formulas[formulas.length - 1] ?? formula1;

export const countedParts = Object.keys(formula1.parts) as readonly CountedPart[];

/** Which exposure a part is measured by. Limits are on no map here, so nobody looks for speeding. */
const measuredM: { readonly [Part in CountedPart]: (sums: Sums) => number } = {
  braking: sums => sums.watchedM,
  acceleration: sums => sums.watchedM,
  cornering: sums => sums.watchedM,
  directionChange: sums => sums.sensedM,
  speeding: () => 0,
  night: sums => sums.contextM,
};

/** 100 km of driving, counted for more where traffic is hard: the offset of the rates. */
const exposureOf = (sums: Sums, metres: number, { complicationShare }: Formula): number => {
  const complication = sums.contextM > 0 ? sums.complicationM / sums.contextM / 100 : 0;
  return (metres / 100_000) * (1 + complicationShare * complication);
};

export interface Measured {
  /** 100 km; 0: not measured. */
  readonly exposure: number;
  /** Manoeuvres; null for the share of the night. */
  readonly count: number | null;
  readonly rate: number;
}

/** How often a part was seen, per 100 km; `leastKm` is what a short way is measured as. */
export const measuredPart = (sums: Sums, part: CountedPart, formula: Formula, leastKm = 0): Measured => {
  const metres = measuredM[part](sums);
  if (metres <= 0) return { exposure: 0, count: null, rate: 0 };
  if (part === 'night') {
    const exposure = metres / 100_000;
    return { exposure, count: null, rate: sums.contextMs > 0 ? (100 * sums.nightMs) / sums.contextMs : 0 };
  }
  const exposure = Math.max(exposureOf(sums, metres, formula), leastKm / 100);
  return { exposure, count: sums[part], rate: sums[part] / exposure };
};
