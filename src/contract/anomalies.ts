/**
 * Kinds of faults of a device or of its data.
 * In a message: `rollover` (the GPS week counter overflowed), `clockFar` (1970, the future, years before the
 * voucher), `clockBack` (the clock went back), `place` (off the globe, or 0/0), `swapped` (latitude and longitude are
 * exchanged), `speed` (impossible for a car), `row` (not readable), `repeat` (an earlier drive, sent again with new
 * times).
 * In a track: `speedStuck`, `speedUnit`, `speedScale` (faults of the receiver's speed), `frozenFix` (the position
 * does not change while the car drives), `parkedDrift` (the position of a parked car wanders).
 * In the acceleration of a trip or an impact: `unit` (m/s² sent as g), `gravity`, `notUpright` (axes are
 * exchanged), `frozenAxis`, `spike`, `clipped`, `curveClock`, `remounted` (the device was mounted in another way
 * before).
 * By the hourly check: `silence`, `powerCut` (silence in the middle of a drive), `mileage` (the car appears far
 * from its last position, without a trip).
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

/**
 * `open`: the quarantined data waits for a decision. `cleared`: the data counts. `confirmed`: the data stays out of all
 * figures.
 */
export const anomalyStates = ['open', 'confirmed', 'cleared'] as const;
export type AnomalyState = (typeof anomalyStates)[number];

/** Units of an anomaly's count. `anomalyUnit` returns the unit of each kind. */
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
