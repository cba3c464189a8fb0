import { useLocale, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Locale } from '../../i18n/locale.ts';

/** Labels of the map in the user's language. */
export const useMapLabels = () => {
  const translate = useTranslate();
  const language: Locale = useLocale() === 'en' ? 'en' : 'ru';
  return useMemo(
    () => ({
      language,
      map: translate('accident.map.canvas'),
      sources: translate('accident.map.sources'),
      start: translate('accident.map.start'),
      end: translate('accident.map.end'),
      impact: translate('accident.map.impact'),
      car: translate('accident.map.car'),
      place: translate('accident.map.place'),
    }),
    [translate, language],
  );
};
export type MapLabels = ReturnType<typeof useMapLabels>;
