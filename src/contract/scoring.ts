import type { uiEnums } from './enums.ts';
import type { Severity } from './states.ts';

/** Kinds of manoeuvres, as the calls name them. */
export const manoeuvreKinds = ['acceleration', 'braking', 'cornering', 'directionChange', 'speeding', 'bump'] as const;
export type ManoeuvreKind = (typeof manoeuvreKinds)[number];

/**
 * Bands of the score with their minimum, from the calmest driver to the riskiest. The names are those of
 * `getUiEnum/DriverCategory`.
 */
export const scoreBands = { careful: 85, good: 70, average: 50, risky: 0 } as const satisfies {
  readonly [Band in Exclude<keyof typeof uiEnums.DriverCategory, 'between'>]: number;
};
export type ScoreBand = keyof typeof scoreBands;
const scoreBandNames = Object.keys(scoreBands) as readonly ScoreBand[];

/**
 * Band of a driver. `between`: the interval of the score reaches into a second band, so the data does not tell in which
 * of them the driver belongs.
 */
export type DriverBand = ScoreBand | 'between';
export const driverBands: readonly DriverBand[] = [...scoreBandNames, 'between'];

/** Returns the band of a score from 0 to 100. */
export const bandOf = (score: number): ScoreBand => scoreBandNames.find(band => score >= scoreBands[band]) ?? 'risky';

/** Returns the band that contains the whole interval of a driver's score. */
export const bandOfInterval = (low: number, high: number): DriverBand =>
  bandOf(low) === bandOf(high) ? bandOf(low) : 'between';

/** Severity whose colour each score band uses, so that a colour has the same meaning on every screen. */
export const bandSeverity = { careful: 'mini', good: 'mini', average: 'minor', risky: 'major' } as const satisfies {
  readonly [Band in ScoreBand]: Severity;
};

/**
 * Parts of a score: manoeuvres, night driving and `phone`. Bumps are no part, because the road causes them. No device
 * measures `phone` (phone while driving). It is listed so that screens show it as not measured.
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

/**
 * Source of most of the measured distance: acceleration at 5 Hz or faster, speeds of the receiver, or positions alone.
 * The same drive scores differently by each, so scores are compared within one source only. `mixed`: no source has nine
 * tenths of the measured distance, so the score is compared with none.
 */
/** Named periods of the score list. Each ends today in the company's time zone. */
export const scoringPeriods = ['last28Days', 'sinceActivation'] as const;

export const scoreSources = ['acceleration', 'receiverSpeed', 'places', 'mixed'] as const;
export type ScoreSource = (typeof scoreSources)[number];

/** Minimum number of crashes from which the page says whether scores separate drivers with crashes from others. */
export const leastLiftCrashes = 30;
/**
 * Whether drivers with a lower score later had more crashes. `tooFew`: too few crashes to tell. `separates`: they had
 * more. `unseparated`: the difference may be chance. `reversed`: they had fewer.
 */
export const liftVerdicts = ['tooFew', 'separates', 'unseparated', 'reversed'] as const;

/** Reasons why a driver has no score. `notCounted`: the trips were not recomputed after an upgrade of the server. */
export const scoreReasons = ['noTrips', 'notCounted', 'notEnoughData', 'notMeasured'] as const;
export type ScoreReason = (typeof scoreReasons)[number];

/** Fields of the score list by which the portfolio is cut. */
export const portfolioCuts = ['Band', 'Branch', 'Agent', 'GroupId', 'VehicleBrand'] as const;
export type PortfolioCut = (typeof portfolioCuts)[number];
