import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { sideOf } from '../../../resources/accidents/direction.ts';

type ScriptKind = 'noImpact' | 'front' | 'side' | 'rear' | 'weak' | 'unknown';

/** Returns the script for an impact, by its direction. `noImpact` is used if reasons speak against a crash. */
export const scriptOf = ({ DirectionDeg, Severity, CrashReasons }: CrashFacts): ScriptKind => {
  if (CrashReasons?.some(reason => reason === 'unchanged' || reason === 'vertical' || reason === 'cameBack'))
    return 'noImpact';
  if (Severity === 'mini') return 'weak';
  if (DirectionDeg === null) return 'unknown';
  const side = sideOf(DirectionDeg);
  if (side.startsWith('front')) return 'front';
  return side.startsWith('rear') ? 'rear' : 'side';
};
