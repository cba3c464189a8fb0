import type { Locale } from '../../contract/messages/index.ts';
import type { CrashFacts } from '../../contract/shapes/accident.ts';
import type { Reconstruction } from '../../contract/shapes/reconstruction.ts';
import { formatNumber, formatPosition } from '../../schema/kinds/format.ts';
import { type Line, stoodBefore, type Translate } from './impact.ts';

/**
 * Returns lines of label and text about a reconstructed movement. `facts`: the accident's facts. They decide the
 * words for a car that stood, as they do in the verdict.
 */
export const reconstructionLines = (
  reconstruction: Reconstruction,
  facts: Pick<CrashFacts, 'SpeedBeforeKmh' | 'CrashReasons'>,
  translate: Translate,
  locale: Locale,
): readonly Line[] => {
  const text = (key: string, values?: Record<string, string>) => translate(`accident.reconstruction.${key}`, values);
  const numberText = (value: number, decimals = 0) => formatNumber(value, decimals, locale);
  const unknownText = text('unknown');
  const speedText = (speed: Reconstruction['SpeedAtImpact']) =>
    speed
      ? text('interval', {
          kmh: numberText(speed.Kmh),
          from: numberText(Math.floor(speed.FromKmh)),
          to: numberText(Math.ceil(speed.ToKmh)),
        })
      : unknownText;
  const { Braked, Braking, CameToRest, Rest, CourseBeforeDeg, FinalCourseDeg } = reconstruction;
  const brakingText = () => {
    if (Braking)
      return text('braked', {
        before: numberText(-Braking.StartS, 1),
        duration: numberText(Braking.DurationS, 1),
        mean: numberText(Braking.MeanMs2, 1),
        from: numberText(Braking.FromKmh),
        to: numberText(Braking.ToKmh),
      });
    return Braked === null ? unknownText : text(Braked ? 'brakedBefore' : 'notBraked');
  };
  const restText = () => {
    if (!Rest) return CameToRest === null ? unknownText : text('droveOn');
    const place = formatPosition(Rest.Latitude, Rest.Longitude, locale);
    // The verdict calls a stop within two seconds "at once", too. A car that was pushed rolled first.
    if (Rest.AtS < 2 && !facts.CrashReasons?.includes('pushed'))
      return stoodBefore(facts) ? text('stood') : text('atOnce', { place });
    return text('restAfter', { after: numberText(Rest.AtS), place });
  };
  const wayText =
    Rest && Rest.DistanceM !== null && Rest.DistanceErrorM !== null
      ? text('metres', { m: numberText(Rest.DistanceM), error: numberText(Rest.DistanceErrorM) })
      : unknownText;
  const courseText = (deg: number | null) => (deg === null ? unknownText : text('degrees', { deg: numberText(deg) }));
  const isUnknown = reconstruction.Speed.every(speed => speed === null);
  return [
    [text('atImpact'), speedText(reconstruction.SpeedAtImpact)],
    [text('afterImpact'), speedText(reconstruction.SpeedAfterImpact)],
    [text('braking'), brakingText()],
    [text('rest'), restText()],
    ...(Rest ? [[text('way'), wayText] as const] : []),
    [text('courseBefore'), courseText(CourseBeforeDeg)],
    [text('finalCourse'), courseText(FinalCourseDeg)],
    [text('basis'), text(`basisOf.${isUnknown ? 'none' : (reconstruction.AccelerationReason ?? 'used')}`)],
  ];
};
