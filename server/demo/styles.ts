/** A driving style: maximum accelerations, m/s², and attitude to speed limits. */
export type DriverStyle = {
  name: 'calm' | 'steady' | 'brisk' | 'hard' | 'wild';
  accelerationMs2: number;
  brakingMs2: number;
  lateralMs2: number;
  /** Free-flow speed relative to the limit. */
  limitFactor: number;
  /** Share of stops braked for late, at full braking. */
  lateBraking: number;
};

export const driverStyles: readonly DriverStyle[] = [
  { name: 'calm', accelerationMs2: 1.3, brakingMs2: 1.7, lateralMs2: 1.7, limitFactor: 0.94, lateBraking: 0.02 },
  { name: 'steady', accelerationMs2: 1.8, brakingMs2: 2.3, lateralMs2: 2.3, limitFactor: 1.02, lateBraking: 0.05 },
  { name: 'brisk', accelerationMs2: 2.4, brakingMs2: 3.2, lateralMs2: 3.1, limitFactor: 1.12, lateBraking: 0.12 },
  { name: 'hard', accelerationMs2: 3.1, brakingMs2: 4.4, lateralMs2: 4.1, limitFactor: 1.24, lateBraking: 0.25 },
  { name: 'wild', accelerationMs2: 3.8, brakingMs2: 5.6, lateralMs2: 5, limitFactor: 1.4, lateBraking: 0.45 },
];

/** Most people drive calmly; a few do not, and they are the ones a manager looks for. */
export const styleShares = driverStyles.map((style, at) => [style, [34, 34, 19, 9, 4][at]!] as const);
