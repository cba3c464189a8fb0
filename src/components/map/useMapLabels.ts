import { useLocale, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Locale } from '../../i18n/locale.ts';

export interface MapLabels {
  readonly language: Locale;
  readonly map: string;
  /** Name of the button that shows where the map is from. */
  readonly sources: string;
  readonly start: string;
  readonly end: string;
  readonly impact: string;
  readonly car: string;
  readonly place: string;
}

/** Labels of the map in the user's language. */
export const useMapLabels = (): MapLabels => {
  const translate = useTranslate();
  const language: Locale = useLocale() === 'en' ? 'en' : 'ru';
  const labels: MapLabels = {
    language,
    map: translate('accident.map.canvas'),
    sources: translate('accident.map.sources'),
    start: translate('accident.map.start'),
    end: translate('accident.map.end'),
    impact: translate('accident.map.impact'),
    car: translate('accident.map.car'),
    place: translate('accident.map.place'),
  };
  // `translate` is another one whenever texts arrive; a map is made anew for its labels, so they change only with their words.
  const asText = JSON.stringify(labels);
  return useMemo(() => JSON.parse(asText) as MapLabels, [asText]);
};
