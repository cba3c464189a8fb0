/**
 * Faults of a device or of its data, by what shows them.
 * A message: `rollover` (a week counter that ran over), `clockFar` (1970, the future, years before the voucher),
 * `clockBack`, `place` (off the globe, 0/0), `swapped` (latitude and longitude changed places), `speed` (beyond any car),
 * `row` (not readable), `repeat` (an earlier drive sent again under new times).
 * A track: `speedStuck`, `speedUnit`, `speedScale` (of the receiver's speed), `frozenFix` (one place while driving),
 * `parkedDrift` (a parked car whose places wander).
 * Acceleration, of trips or of an impact: `unit` (m/s² sent as g), `gravity`, `notUpright` (axes changed places), `frozenAxis`,
 * `spike`, `clipped`, `curveClock`, `remounted` (the device sits otherwise than before).
 * Found by the hourly check: `silence`, `powerCut` (silent in mid-drive), `mileage` (seen elsewhere than it was left, without
 * a trip).
 */
export const anomalyKinds = [
  'rollover',
  'clockFar',
  'clockBack',
  'repeat',
  'place',
  'swapped',
  'speed',
  'row',
  'speedStuck',
  'speedUnit',
  'speedScale',
  'frozenFix',
  'parkedDrift',
  'unit',
  'gravity',
  'notUpright',
  'frozenAxis',
  'spike',
  'clipped',
  'curveClock',
  'remounted',
  'silence',
  'powerCut',
  'mileage',
] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

/** `open`: what it holds back waits for a decision; `cleared`: it counts; `confirmed`: it stays out. */
export const anomalyStates = ['open', 'confirmed', 'cleared'] as const;
export type AnomalyState = (typeof anomalyStates)[number];

/** What the count of each kind counts. */
export const anomalyUnits = ['fixes', 'rows', 'samples', 'metres', 'times'] as const;
export type AnomalyUnit = (typeof anomalyUnits)[number];
const unitsBesideFixes: Partial<Record<AnomalyKind, AnomalyUnit>> = {
  row: 'rows',
  unit: 'samples',
  gravity: 'samples',
  notUpright: 'samples',
  frozenAxis: 'samples',
  spike: 'samples',
  clipped: 'samples',
  curveClock: 'samples',
  remounted: 'times',
  silence: 'times',
  powerCut: 'times',
  mileage: 'metres',
};
export const anomalyUnitOf = (kind: AnomalyKind): AnomalyUnit => unitsBesideFixes[kind] ?? 'fixes';
