import { useTranslate } from 'ra-core';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { clockHour, sideOf } from '../../../kinds/direction.ts';
import { isBump } from '../../../kinds/impact.ts';

/** Where the force came from, in words. */
export const useDirectionText = (facts: CrashFacts): string => {
  const translate = useTranslate();
  const degrees = facts.DirectionDeg;
  if (isBump(facts)) return translate('accident.facts.bump');
  if (degrees === null) return translate('accident.facts.noDirection');
  const side = translate(`accident.facts.sides.${sideOf(degrees)}`);
  return translate('accident.facts.direction', { hour: clockHour(degrees), side });
};
