import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { sideOf } from '../../../kinds/direction.ts';

type ScriptKind = 'noImpact' | 'front' | 'side' | 'rear' | 'weak' | 'unknown';

/** What kind of talk an impact asks for: where it came from, or that it may have been none. */
export const scriptOf = ({ DirectionDeg, Severity, CrashReasons }: CrashFacts): ScriptKind => {
  if (CrashReasons?.some(reason => reason === 'unchanged' || reason === 'vertical' || reason === 'cameBack'))
    return 'noImpact';
  if (Severity === 'mini') return 'weak';
  if (DirectionDeg === null) return 'unknown';
  const side = sideOf(DirectionDeg);
  if (side.startsWith('front')) return 'front';
  return side.startsWith('rear') ? 'rear' : 'side';
};
