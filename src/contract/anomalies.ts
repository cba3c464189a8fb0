/**
 * Kinds of faults of a device or of its data.
 * Faults in a message: `rollover` (the GPS week counter overflowed), `clockFar` (a time in 1970, in the future, or
 * years before the voucher), `clockBack` (the device's clock went back), `place` (coordinates off the globe, of the wrong
 * sign, or 0/0), `swapped` (latitude and longitude are exchanged), `speed` (impossible for a car), `row` (not readable),
 * `repeat` (an earlier drive, sent again with new times).
 * Faults in a track: `speedStuck` (the speed does not change), `speedUnit` (the speed is in another unit), `speedScale`
 * (the speed differs from the positions), `frozenFix` (the position does not change while the car drives),
 * `parkedDrift` (the position of a parked car wanders), `movedWithoutIgnition` (the car moved with the ignition off: a
 * tow, a theft or a ferry), `ignitionNeverOn` (the ignition is never on although the car drives).
 * Faults in the acceleration of a trip or an impact: `unit` (m/s² sent as g), `gravity` (not 1 g at rest), `notUpright`
 * (axes are exchanged), `frozenAxis` (an axis does not change), `spike` (the peak is a single sample), `clipped` (the
 * sensor reached the end of its range), `curveClock` (the times of a recording do not match its impact), `remounted`
 * (the device was mounted in another way before).
 * Faults that an hourly check finds: `silence`, `powerCut` (silence in the middle of a drive), `mileage` (the car
 * appears far from its last position, without a trip).
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
  'movedWithoutIgnition',
  'ignitionNeverOn',
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
 * States of an anomaly. `open`: the quarantined data waits for a decision. `cleared`: a person decided that the data
 * counts. `confirmed`: the data stays out of all figures.
 */
export const anomalyStates = ['open', 'confirmed', 'cleared'] as const;
export type AnomalyState = (typeof anomalyStates)[number];

/**
 * Units in which the extent of an anomaly is counted. `anomalyUnitOf` returns the unit for a kind of anomaly, for
 * example fixes for `speed`.
 */
export const anomalyUnits = ['fixes', 'rows', 'samples', 'metres', 'times'] as const;
export type AnomalyUnit = (typeof anomalyUnits)[number];
const unitsOtherThanFixes: Partial<Record<AnomalyKind, AnomalyUnit>> = {
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
export const anomalyUnitOf = (kind: AnomalyKind): AnomalyUnit => unitsOtherThanFixes[kind] ?? 'fixes';
