import { useTranslate } from 'react-admin';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { verdictLimits } from '../../../contract/verdict.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { clockHour, sideOf } from '../../../resources/accidents/direction.ts';
import { isBump, isFaulty, isShake, percentText } from '../../../resources/accidents/impact.ts';

const limits = verdictLimits;

/** Movement of the car after the impact, derived from its fixes. Times in seconds. */
type MotionAfter =
  | { readonly kind: 'stopped'; readonly afterS: number; readonly forS: number; readonly droveOn: boolean }
  | { readonly kind: 'drove'; readonly stopS: number | null }
  | { readonly kind: 'unknown' };

/** Returns the movement after the impact. Times of the track are seconds from the impact. */
export const motionAfter = (track: CrashMap['Track']): MotionAfter => {
  const after = track.filter(([time, , , kmh]) => time >= 0 && kmh !== null).sort((a, b) => a[0] - b[0]);
  const last = after.at(-1);
  if (!last || after.length < 2) return { kind: 'unknown' };
  const stands = (point: (typeof after)[number] | undefined) => (point?.[3] ?? 0) < limits.standsBelowKmh;
  // One slow fix may be a bend or an error. Two slow fixes in a row are a stop.
  const first = after.findIndex((point, i) => stands(point) && i + 1 < after.length && stands(after[i + 1]));
  const from = after[first];
  if (!from) return { kind: 'drove', stopS: null };
  if (from[0] > limits.stopWithinS) return { kind: 'drove', stopS: from[0] };
  const moving = after.findIndex((point, i) => i > first && !stands(point));
  const until = moving === -1 ? last : (after[moving - 1] ?? last);
  return { kind: 'stopped', afterS: from[0], forS: until[0] - from[0], droveOn: moving !== -1 };
};

/**
 * Returns the number of axles that a pothole or kerb shook. The second axle is shaken one wheelbase later. Null if the
 * shake, the speed or the sampling rate is too low.
 */
export const axlesShaken = ({ Time, Vertical, RateHz }: CrashCurves, speedKmh: number | null): 1 | 2 | null => {
  if (speedKmh === null || speedKmh < limits.axlesFromKmh || RateHz === null || RateHz < limits.axlesFromHz)
    return null;
  const metresPerS = speedKmh / 3.6;
  const force = Vertical.map(g => Math.abs(g - 1));
  const strongest = force.reduce((top, value, i) => (value > (force[top] ?? 0) ? i : top), 0);
  const top = force[strongest] ?? 0;
  if (top < limits.shakeFromG) return null;
  const apart = (i: number) => Math.abs(Time[i]! - Time[strongest]!) * metresPerS;
  const second = force.some(
    (value, i) =>
      value >= top * limits.secondShakeShare && apart(i) >= limits.wheelbaseFromM && apart(i) <= limits.wheelbaseToM,
  );
  return second ? 2 : 1;
};

const answerOf = (facts: CrashFacts, byDevice: boolean): string => {
  if (isFaulty(facts)) return 'faulty';
  if (facts.PeakG === null) return byDevice ? 'noCurve' : 'reported';
  if (isBump(facts)) return 'bump';
  if (isShake(facts)) return 'shake';
  const { CrashProbability: probability } = facts;
  if (probability === null) return 'unknown';
  if (probability >= verdictLimits.crashFromShare) return 'crash';
  return probability <= verdictLimits.noneToShare ? 'none' : 'unclear';
};

export interface Verdict {
  /** Answer to the question whether it was a crash. */
  readonly answer: string;
  /** Reasons for the answer, one sentence each. */
  readonly grounds: readonly string[];
}

/** Returns the verdict whether the impact was a crash, and its reasons as sentences. */
export const useVerdict = (
  { Facts: facts, Source }: AccidentDetail,
  map: CrashMap | undefined,
  curves: CrashCurves | undefined,
): Verdict => {
  const translate = useTranslate();
  const locale = useLanguage();
  const say = (key: string, values?: Record<string, string>) => translate(`accident.verdict.${key}`, values);
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const span = (seconds: number) =>
    seconds < 60
      ? say('seconds', { n: number(seconds) })
      : say('minutes', { m: number(Math.floor(seconds / 60)), s: number(Math.round(seconds % 60)) });

  const { DeltaVKmh: change, DirectionDeg: direction, VerticalShare: vertical, SpeedBeforeKmh: before } = facts;
  const changed = () => {
    if (change === null || isFaulty(facts)) return null;
    const kmh = number(change, 1);
    if (direction === null) return say('changed', { kmh });
    const side = translate(`accident.facts.sides.${sideOf(direction)}`);
    return say('changedFrom', { kmh, side, hour: String(clockHour(direction)) });
  };
  const moved = () => {
    const motion = map ? motionAfter(map.Track) : undefined;
    if (!motion || motion.kind === 'unknown')
      return facts.StandsAfter === null ? null : say(facts.StandsAfter ? 'stood' : 'droveOn');
    if (motion.kind === 'drove')
      return motion.stopS === null ? say('droveOn') : say('droveOnFor', { span: span(motion.stopS) });
    const values = { after: span(motion.afterS), span: span(motion.forS) };
    if (motion.afterS < 2) return say(motion.droveOn ? 'stoodAtOnceThenDrove' : 'stoodAtOnce', values);
    return say(motion.droveOn ? 'stoppedThenDrove' : 'stopped', values);
  };
  const shaken = () => {
    if (vertical === null) return null;
    const percent = number(vertical * 100);
    if (vertical < verdictLimits.verticalFromShare) return say('vertical', { percent });
    const axles = curves ? axlesShaken(curves, before) : null;
    return say(axles === null ? 'mostlyVertical' : axles === 2 ? 'bothAxles' : 'oneAxle', { percent });
  };
  const sure = () => {
    const { CrashProbability: probability } = facts;
    if (probability === null || facts.PeakG === null) return null;
    return say('probability', { percent: percentText(probability, locale) });
  };
  return {
    answer: say(`answers.${answerOf(facts, Source === 'device')}`),
    grounds: [changed(), moved(), shaken(), sure()].filter(text => text !== null),
  };
};
