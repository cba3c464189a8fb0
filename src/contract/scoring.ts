import type { uiEnums } from './enums.ts';
import type { ManoeuvreKind } from './manoeuvres.ts';
import type { Severity } from './states.ts';

/** Bands of the score, from the calmest driver on, as `getUiEnum/DriverCategory` names them, and the least score of each. */
export const scoreBands = { careful: 85, good: 70, average: 50, risky: 0 } as const satisfies {
  readonly [Band in keyof typeof uiEnums.DriverCategory]: number;
};
export type ScoreBand = keyof typeof scoreBands;
export const scoreBandNames = Object.keys(scoreBands) as readonly ScoreBand[];

/** The band of a score from 0 to 100. */
export const bandOf = (score: number): ScoreBand => scoreBandNames.find(band => score >= scoreBands[band]) ?? 'risky';

/** The severity whose colour a band has, so that the same colour means the same on every screen. */
export const bandSeverity = { careful: 'mini', good: 'mini', average: 'minor', risky: 'major' } as const satisfies {
  readonly [Band in ScoreBand]: Severity;
};

/**
 * What a score is made of: manoeuvres, and driving at night. A bump is the road's doing and no part. `phone` is what no
 * device here measures: named, so that nobody believes it was seen.
 */
export const scoreParts = [
  'braking',
  'acceleration',
  'cornering',
  'directionChange',
  'speeding',
  'night',
  'phone',
] as const satisfies readonly (ManoeuvreKind | 'night' | 'phone')[];
export type ScorePart = (typeof scoreParts)[number];

/** Why there is no score. `notCounted`: there were trips, and an upgrade has yet to be followed by a recomputing. */
export const scoreReasons = ['noTrips', 'notCounted', 'notEnoughData', 'notMeasured'] as const;
export type ScoreReason = (typeof scoreReasons)[number];
