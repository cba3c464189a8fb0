import { useTranslate } from 'react-admin';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { verdictLimits } from '../../../contract/verdict.ts';
import { formatNumber } from '../../../fields/format.ts';
import { clockHour, sideOf } from '../../../resources/accidents/direction.ts';
import { isBump, isFaulty, isShake, percentText } from '../../../resources/accidents/impact.ts';
import { useLanguage } from '../useLanguage.ts';
import { axlesShaken, motionAfter } from './motion.ts';

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

/**
 * Returns the verdict whether it was a crash, in words. It is based on the change of velocity, the movement afterwards
 * and the vertical share.
 */
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
