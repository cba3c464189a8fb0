import type { Locale } from '../../contract/messages/index.ts';
import type { AccidentDetail } from '../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../contract/shapes/telemetry.ts';
import { verdictDefaults } from '../../contract/verdict.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { clockHour, sideOf } from './direction.ts';
import {
  deltaVText,
  isBrakingOnly,
  isDeltaVAtLeast,
  isFaulty,
  isTurned,
  percentText,
  shownDirectionDeg,
  stoodBefore,
  type Translate,
  verdictKey,
} from './impact.ts';

const limits = verdictDefaults;

/** Movement of the car after the impact, derived from its fixes. Times in seconds. */
type MotionAfter =
  | {
      readonly kind: 'stopped';
      readonly stopAfterS: number;
      readonly stoodForS: number;
      readonly continuedDriving: boolean;
    }
  | { readonly kind: 'drove'; readonly stopAfterS: number | null }
  | { readonly kind: 'unknown' };

/** Returns the movement after the impact. Times of the track are seconds from the impact. */
export const motionAfter = (track: CrashMap['Track']): MotionAfter => {
  const fixesAfter = track.filter(([time, , , kmh]) => time >= 0 && kmh !== null).sort((a, b) => a[0] - b[0]);
  const lastFix = fixesAfter.at(-1);
  if (!lastFix || fixesAfter.length < 2) return { kind: 'unknown' };
  const isStanding = (point: (typeof fixesAfter)[number] | undefined) => (point?.[3] ?? 0) < limits.standsBelowKmh;
  // One slow fix may be a bend or an error. Two slow fixes in a row are a stop.
  const stopIndex = fixesAfter.findIndex(
    (point, i) => isStanding(point) && i + 1 < fixesAfter.length && isStanding(fixesAfter[i + 1]),
  );
  const stopFix = fixesAfter[stopIndex];
  if (!stopFix) return { kind: 'drove', stopAfterS: null };
  if (stopFix[0] > limits.stopWithinS) return { kind: 'drove', stopAfterS: stopFix[0] };
  const movingIndex = fixesAfter.findIndex((point, i) => i > stopIndex && !isStanding(point));
  const lastStandingFix = movingIndex === -1 ? lastFix : (fixesAfter[movingIndex - 1] ?? lastFix);
  return {
    kind: 'stopped',
    stopAfterS: stopFix[0],
    stoodForS: lastStandingFix[0] - stopFix[0],
    continuedDriving: movingIndex !== -1,
  };
};

/**
 * Returns the number of axles that a pothole or kerb shook. The second axle is shaken one wheelbase later. Null if the
 * shake, the speed or the sampling rate is too low.
 */
export const countShakenAxles = (
  { Time, Vertical, RateHz }: Pick<CrashCurves, 'Time' | 'Vertical' | 'RateHz'>,
  speedKmh: number | null,
): 1 | 2 | null => {
  if (speedKmh === null || speedKmh < limits.axlesFromKmh || RateHz === null || RateHz < limits.axlesFromHz)
    return null;
  const metresPerS = speedKmh / 3.6;
  const deviationsG = Vertical.map(g => Math.abs(g - 1));
  const strongestIndex = deviationsG.reduce(
    (topIndex, value, i) => (value > (deviationsG[topIndex] ?? 0) ? i : topIndex),
    0,
  );
  const strongestG = deviationsG[strongestIndex] ?? 0;
  if (strongestG < limits.shakeFromG) return null;
  const distanceApartM = (i: number) => Math.abs(Time[i]! - Time[strongestIndex]!) * metresPerS;
  const hasSecondShake = deviationsG.some(
    (value, i) =>
      value >= strongestG * limits.secondShakeShare &&
      distanceApartM(i) >= limits.wheelbaseFromM &&
      distanceApartM(i) <= limits.wheelbaseToM,
  );
  return hasSecondShake ? 2 : 1;
};

export interface ImpactVerdict {
  /** Answer to the question whether the impact was a crash. */
  readonly answer: string;
  /** Reasons for the answer, one sentence each. */
  readonly reasons: readonly string[];
}

/** Returns the verdict whether the impact was a crash, and its reasons as sentences. */
export const verdictOf = (
  { Facts: facts, Source }: Pick<AccidentDetail, 'Facts' | 'Source'>,
  map: Pick<CrashMap, 'Track'> | undefined,
  curves: Pick<CrashCurves, 'Time' | 'Vertical' | 'RateHz'> | undefined,
  translate: Translate,
  locale: Locale,
): ImpactVerdict => {
  const translateVerdict = (key: string, values?: Record<string, string>) =>
    translate(`accident.verdict.${key}`, values);
  const formatFigure = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const formatSeconds = (seconds: number) =>
    seconds < 60
      ? translateVerdict('seconds', { n: formatFigure(seconds) })
      : translateVerdict('minutes', {
          m: formatFigure(Math.floor(seconds / 60)),
          s: formatFigure(Math.round(seconds % 60)),
        });

  const { DeltaVKmh: deltaVKmh, VerticalShare: verticalShare, SpeedBeforeKmh: speedBeforeKmh } = facts;
  const turnText = () => {
    if (!isTurned(facts)) return null;
    const key = facts.Rollover === null ? 'turnedStanding' : facts.Rollover ? 'turned' : 'deviceTurned';
    return translateVerdict(key, { deg: formatFigure(facts.TurnedDeg ?? 0) });
  };
  const changeText = () => {
    if (isBrakingOnly(facts)) return translate('accident.facts.judged.because.braked');
    if (deltaVKmh === null || isFaulty(facts)) return null;
    const kmh = deltaVText(deltaVKmh, isDeltaVAtLeast(facts), locale);
    const directionDeg = shownDirectionDeg(facts);
    if (directionDeg === null) return translateVerdict('changed', { kmh });
    const side = translate(`accident.facts.sides.${sideOf(directionDeg)}`);
    return translateVerdict('changedFrom', { kmh, side, hour: String(clockHour(directionDeg)) });
  };
  const motionText = () => {
    const motion = map ? motionAfter(map.Track) : undefined;
    if (stoodBefore(facts)) {
      if (facts.CrashReasons?.includes('pushed'))
        return translateVerdict('pushed', { kmh: formatFigure(facts.SpeedAfterKmh ?? 0) });
      if (motion?.kind === 'stopped' && !motion.continuedDriving) return translateVerdict('stoodBefore');
      return motion?.kind === 'drove' || motion?.kind === 'stopped' ? translateVerdict('droveOff') : null;
    }
    if (!motion || motion.kind === 'unknown')
      return facts.StandsAfter === null ? null : translateVerdict(facts.StandsAfter ? 'stood' : 'droveOn');
    if (motion.kind === 'drove')
      return motion.stopAfterS === null
        ? translateVerdict('droveOn')
        : translateVerdict('droveOnFor', { span: formatSeconds(motion.stopAfterS) });
    const textValues = { after: formatSeconds(motion.stopAfterS), span: formatSeconds(motion.stoodForS) };
    if (motion.stopAfterS < 2)
      return translateVerdict(motion.continuedDriving ? 'stoodAtOnceThenDrove' : 'stoodAtOnce', textValues);
    return translateVerdict(motion.continuedDriving ? 'stoppedThenDrove' : 'stopped', textValues);
  };
  const shakeText = () => {
    if (verticalShare === null) return null;
    const percent = formatFigure(verticalShare * 100);
    if (verticalShare < verdictDefaults.verticalFromShare) return translateVerdict('vertical', { percent });
    const axles = curves ? countShakenAxles(curves, speedBeforeKmh) : null;
    return translateVerdict(axles === null ? 'mostlyVertical' : axles === 2 ? 'bothAxles' : 'oneAxle', { percent });
  };
  const probabilityText = () => {
    const { CrashProbability: probability } = facts;
    if (probability === null || facts.PeakG === null) return null;
    return translateVerdict('probability', { percent: percentText(probability, locale) });
  };
  return {
    answer: translateVerdict(`answers.${verdictKey(facts, Source === 'device')}`),
    reasons: [turnText(), changeText(), motionText(), shakeText(), probabilityText()].filter(text => text !== null),
  };
};
