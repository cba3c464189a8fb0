import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Locale } from '../../i18n/locale.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export interface MapLabels {
  readonly language: Locale;
  readonly map: string;
  /** Label of the button that shows the sources of the map. */
  readonly sources: string;
  readonly start: string;
  readonly end: string;
  readonly impact: string;
  readonly car: string;
  readonly place: string;
}

export const useMapLabels = (): MapLabels => {
  const translate = useTranslate();
  const language: Locale = useLanguage();
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
  // The labels object stays the same until its words change, because a new object would create the map again.
  // `translate` changes whenever texts load.
  const serialized = JSON.stringify(labels);
  return useMemo(() => JSON.parse(serialized) as MapLabels, [serialized]);
};
