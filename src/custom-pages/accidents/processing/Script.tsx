import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
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

const lines = ['first', 'second', 'third', 'fourth'] as const;

/** Questions for the client, by kind of impact. */
export const Script = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const kind = scriptOf(accident.Facts);
  return (
    <Box
      component="details"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        px: 1.5,
        py: 1,
        '& summary': { cursor: 'pointer', fontWeight: 'fontWeightMedium' },
      }}
    >
      <summary>{translate('accident.script.title')}</summary>
      <Box component="ol" sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 0.5 }}>
        <li>{translate('accident.script.hurt')}</li>
        {lines.map(line => (
          <li key={line}>{translate(`accident.script.${kind}.${line}`)}</li>
        ))}
      </Box>
    </Box>
  );
};
