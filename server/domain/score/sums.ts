/**
 * What a stretch of driving adds up to, all in whole numbers: a sum does not depend on the order, and what is taken away
 * can be put back to the last bit. Times in ms, ways in m.
 */
export interface Sums {
  readonly trips: number;
  readonly distanceM: number;
  readonly durationMs: number;
  /** Null: no trip. */
  readonly maximumSpeedKmh: number | null;
  readonly nightMs: number;
  readonly rushMs: number;
  readonly idleMs: number;
  /** How long those three, and the speeds, are known of. */
  readonly contextMs: number;
  /** Speed squared, (km/h)² × s. */
  readonly speedSquares: number;
  /** Complication (0 to 100) × m. */
  readonly complicationM: number;
  readonly urbanM: number;
  readonly motorwayM: number;
  /** How far complication and road are known of. */
  readonly contextM: number;
  /** How far somebody looked for manoeuvres at all, and how far with samples of acceleration. */
  readonly watchedM: number;
  readonly sensedM: number;
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  readonly directionChange: number;
  readonly speeding: number;
  readonly bump: number;
}

/** Every figure that is added; the greatest speed is compared. */
export const addedNames = [
  'trips',
  'distanceM',
  'durationMs',
  'nightMs',
  'rushMs',
  'idleMs',
  'contextMs',
  'speedSquares',
  'complicationM',
  'urbanM',
  'motorwayM',
  'contextM',
  'watchedM',
  'sensedM',
  'acceleration',
  'braking',
  'cornering',
  'directionChange',
  'speeding',
  'bump',
] as const satisfies readonly (keyof Sums)[];

/** What figures are worked out of; the rest serves the eco index, and roads and speeding that are not shown by themselves. */
export const shownNames = [
  'trips',
  'distanceM',
  'durationMs',
  'nightMs',
  'rushMs',
  'contextMs',
  'complicationM',
  'contextM',
  'watchedM',
  'sensedM',
  'acceleration',
  'braking',
  'cornering',
  'directionChange',
  'bump',
] as const satisfies readonly (typeof addedNames)[number][];
export type ShownSums = Pick<Sums, (typeof shownNames)[number] | 'maximumSpeedKmh'>;

export const noSums: Sums = Object.freeze({
  ...(Object.fromEntries(addedNames.map(name => [name, 0])) as Record<(typeof addedNames)[number], number>),
  maximumSpeedKmh: null,
});

const greater = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

export const addSums = (several: readonly Sums[]): Sums => {
  const whole: { -readonly [Name in keyof Sums]: Sums[Name] } = { ...noSums };
  for (const each of several) {
    for (const name of addedNames) whole[name] += each[name];
    whole.maximumSpeedKmh = greater(whole.maximumSpeedKmh, each.maximumSpeedKmh);
  }
  return whole;
};
