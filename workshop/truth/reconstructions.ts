import { atLeast, atMost, type Figure, figureOf, median } from './figure.ts';
import { randomOf, seedOf } from './random.ts';
import {
  type RecorderPlan,
  randomImpact,
  reconstructSimulated,
  simulateImpact,
  usualRecorder,
} from './simulatedImpacts.ts';

const trials = 80;

const devices: readonly (readonly [string, Partial<RecorderPlan>])[] = [
  ['acceleration and 1 Hz fixes', {}],
  ['device axes', { frame: 'device' }],
  ['unknown mounting', { frame: 'device', isMountingKnown: false }],
  ['places without speed', { hasReceiverSpeed: false }],
  ['saturated at 2 g', { rangeG: 2 }],
  ['fixes alone', { rateHz: null }],
  ['fixes every 10 s', { fixEveryS: 10 }],
];

const differenceDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
const highOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.9)] ?? Number.NaN;

const trialOf = (name: string, device: Partial<RecorderPlan>, n: number) => {
  const random = randomOf(seedOf('reconstruction', name, n));
  const plan = randomImpact(random);
  const made = simulateImpact(plan, { ...usualRecorder(random), ...device }, random);
  const found = reconstructSimulated(made);
  const atImpactKmh = made.speedKmhAt(-0.004);
  const { SpeedAtImpact: speed } = found;
  // Most of the seconds of a minute are easy. Only those around the impact count.
  const held = found.Time.flatMap((atS, i) => {
    if (found.Speed[i] === null || Math.abs(atS) > 5 || (atS > -0.01 && atS < plan.pulseS + 0.1)) return [];
    const kmh = made.speedKmhAt(atS);
    return [kmh >= found.SpeedFrom[i]! - 0.05 && kmh <= found.SpeedTo[i]! + 0.05];
  });
  return {
    speedErrorKmh: speed && Math.abs(speed.Kmh - atImpactKmh),
    isSpeedHeld: speed && speed.FromKmh <= atImpactKmh + 0.05 && speed.ToKmh >= atImpactKmh - 0.05,
    heldShare: held.length === 0 ? null : held.filter(Boolean).length / held.length,
    isBrakingRight: found.Braked === null ? null : found.Braked === plan.brakingFromS < 0,
    onsetErrorS: plan.brakingFromS < 0 && found.Braking ? Math.abs(found.Braking.StartS - plan.brakingFromS) : null,
    courseErrorDeg:
      found.FinalCourseDeg === null || made.wayToRestM === 0
        ? null
        : differenceDeg(found.FinalCourseDeg, made.finalCourseDeg),
  };
};

/** Figures of reconstructed movements. The impacts are made, because only then the true speed is known. */
export const reconstructionFigures = (): Figure[] =>
  devices.flatMap(([subject, device]) => {
    const found = Array.from({ length: trials }, (_, n) => trialOf(subject, device, n));
    const known = <T>(values: readonly (T | null)[]): T[] => values.filter(value => value !== null);
    const mean = (drawn: readonly number[]): number => drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const speedErrors = known(found.map(({ speedErrorKmh }) => speedErrorKmh));
    const onsetErrors = known(found.map(({ onsetErrorS }) => onsetErrorS));
    const courseErrors = known(found.map(({ courseErrorDeg }) => courseErrorDeg));
    const ninth = (values: readonly number[]): string => `nine of ten within ${highOf(values).toFixed(1)}`;
    const share = (drawn: readonly boolean[]): number => drawn.filter(Boolean).length / drawn.length;
    return [
      figureOf({
        subject,
        figure: 'speed at the blow, median error',
        unit: 'km/h',
        cases: speedErrors,
        statistic: median,
        note: `${ninth(speedErrors)} km/h; unknown in ${trials - speedErrors.length} of ${trials}`,
        ...(subject === devices[0]![0] && { target: atMost(3, 'km/h') }),
      }),
      figureOf({
        subject,
        figure: 'interval of the speed at the blow holds the truth',
        unit: 'share',
        cases: known(found.map(({ isSpeedHeld }) => isSpeedHeld)),
        statistic: share,
        target: atLeast(0.9),
      }),
      figureOf({
        subject,
        figure: 'intervals of 5 s before and after hold the truth',
        unit: 'share',
        cases: known(found.map(({ heldShare }) => heldShare)),
        statistic: mean,
        target: atLeast(0.9),
      }),
      figureOf({
        subject,
        figure: 'braked or not, right of those with an answer',
        unit: 'share',
        cases: known(found.map(({ isBrakingRight }) => isBrakingRight)),
        statistic: share,
      }),
      figureOf({
        subject,
        figure: 'begin of the braking, median error',
        unit: 's',
        cases: onsetErrors,
        statistic: median,
        note: `${ninth(onsetErrors)} s`,
      }),
      figureOf({
        subject,
        figure: 'final course, median error',
        unit: '°',
        cases: courseErrors,
        statistic: median,
        note: `${ninth(courseErrors)}°; unknown in ${trials - courseErrors.length} of ${trials}`,
      }),
    ];
  });
