/** A driving style: maximum accelerations, m/s², and attitude to speed limits. */
export type DriverStyle = {
  name: 'calm' | 'steady' | 'brisk' | 'racing' | 'sweeping' | 'hard' | 'wild';
  accelerationMs2: number;
  brakingMs2: number;
  lateralMs2: number;
  /** Free-flow speed relative to the limit. */
  limitFactor: number;
  /** Shares of stops, starts and bends that are taken at the maximum. The others are comfortable. */
  lateBraking: number;
  eagerStarts: number;
  fastBends: number;
};

type Figures = readonly [
  accelerationMs2: number,
  brakingMs2: number,
  lateralMs2: number,
  limitFactor: number,
  lateBraking: number,
  eagerStarts: number,
  fastBends: number,
];

const style = (
  name: DriverStyle['name'],
  [accelerationMs2, brakingMs2, lateralMs2, limitFactor, lateBraking, eagerStarts, fastBends]: Figures,
): DriverStyle => ({
  name,
  accelerationMs2,
  brakingMs2,
  lateralMs2,
  limitFactor,
  lateBraking,
  eagerStarts,
  fastBends,
});

/**
 * Hard brakings per 100 km in town come to about 1, 2, 5, 1, 1, 11 and 20. Fleets call a driver with 8 to 15 hard.
 * Two styles have a single habit: racing away from lights, and sweeping through bends.
 */
export const driverStyles: readonly DriverStyle[] = [
  style('calm', [1.3, 1.7, 1.7, 0.94, 0.02, 0, 0]),
  style('steady', [1.8, 2.3, 2.3, 1.02, 0.04, 0, 0]),
  style('brisk', [2.9, 3.4, 3.7, 1.1, 0.07, 0.03, 0.1]),
  style('racing', [3.6, 2.6, 2.4, 1.1, 0.02, 0.15, 0]),
  style('sweeping', [2.2, 2.6, 5, 1.2, 0.02, 0, 0.9]),
  style('hard', [3.1, 4.2, 4.1, 1.2, 0.18, 0.12, 0.3]),
  style('wild', [3.6, 5.2, 4.7, 1.33, 0.27, 0.24, 0.8]),
];

/** Shares of the styles. Most people drive calmly, and managers look for the few others. */
export const styleShares = driverStyles.map((each, at) => [each, [34, 34, 11, 4, 4, 9, 4][at]!] as const);
