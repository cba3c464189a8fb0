import { useTranslate } from 'react-admin';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { type ImpactVerdict, verdictOf } from '../../../resources/accidents/verdict.ts';

export const useVerdict = (
  accident: AccidentDetail,
  map: CrashMap | undefined,
  curves: CrashCurves | undefined,
): ImpactVerdict => verdictOf(accident, map, curves, useTranslate(), useLanguage());
