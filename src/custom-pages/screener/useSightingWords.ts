import type { Seen, Sighting } from '../../contract/shapes/sighting.ts';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';

const kilometreFromM = 2000;
/** A drive with no longer gap counts as completely recorded, milliseconds. */
const silenceMs = 60_000;

/** Returns formatters for the result of the search. */
export const useSightingWords = () => {
  const { locale, translate } = useI18n();
  const t = (key: string, values?: object) => translate(`screener.there.${key}`, { ...values });
  const metres = (value: number) =>
    value < kilometreFromM
      ? t('metres', { value: formatNumber(value, 0, locale) })
      : t('kilometres', { value: formatNumber(value / 1000, 1, locale) });
  const moment = (at: string) => `${formatMoment(new Date(at), locale)}:${at.slice(17, 19)}`;
  const distance = ({ DistanceM, UncertaintyM }: Seen) =>
    t('distance', { distance: metres(DistanceM), uncertainty: metres(UncertaintyM) });
  const verdictText = ({ Verdict, Nearest, From, To, RecordedS }: Sighting, radiusM: number): string => {
    const whole = RecordedS * 1000 >= Date.parse(To) - Date.parse(From) - silenceMs;
    // A part was not recorded, but it is too short for driving there and back.
    const key = Verdict === 'away' && !(whole && Nearest) ? 'awayFar' : Verdict;
    return t(`words.${key}`, {
      radius: formatNumber(radiusM, 0, locale),
      ...(Nearest && { distance: distance(Nearest), at: moment(Nearest.At) }),
    });
  };
  return { t, moment, distance, verdictText, number: (value: number) => formatNumber(value, 0, locale) };
};
