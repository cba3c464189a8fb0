import { useTranslate } from 'ra-core';
import { useMemo } from 'react';

/** Labels of the map in the user's language. */
export const useMapLabels = () => {
  const translate = useTranslate();
  return useMemo(
    () => ({
      map: translate('accident.map.canvas'),
      start: translate('accident.map.start'),
      end: translate('accident.map.end'),
      impact: translate('accident.map.impact'),
      car: translate('accident.map.car'),
      place: translate('accident.map.place'),
    }),
    [translate],
  );
};
export type MapLabels = ReturnType<typeof useMapLabels>;
