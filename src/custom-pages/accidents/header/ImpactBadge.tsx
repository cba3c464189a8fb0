import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import {
  impactFigureText,
  isDeltaVAtLeast,
  isFaulty,
  severityBoundsText,
  severityKey,
  severityScaleOf,
} from '../../../resources/accidents/impact.ts';

/**
 * Severity of the impact, drawn as in the list of accidents, with the figure that it follows from: delta-v, or the peak
 * without one. Its tooltip explains the class.
 */
export const ImpactBadge = ({ facts }: { facts: CrashFacts }) => {
  const { Severity } = facts;
  const translate = useTranslate();
  const locale = useLanguage();
  if (!Severity) {
    const text = translate('accident.header.noSeverity', { reason: translate(severityKey(facts)) });
    return <Chip size="small" variant="outlined" color={isFaulty(facts) ? 'warning' : 'default'} label={text} />;
  }
  const { unit, value } = severityScaleOf(facts);
  const [deltaVKmh, peakG] = unit === 'g' ? [null, value] : [value, null];
  const figure = impactFigureText(deltaVKmh, peakG, translate, locale, isDeltaVAtLeast(facts));
  const text = translate('accident.header.impact', { severity: translate(severityKey(facts)) });
  return (
    <Tooltip describeChild title={severityBoundsText(facts, translate, locale)}>
      <Chip
        tabIndex={0}
        size="small"
        variant="outlined"
        label={<SeverityBadge severity={Severity}>{[text, figure].filter(Boolean).join(', ')}</SeverityBadge>}
        sx={({ palette }) => ({
          borderColor: palette.severity[Severity],
          '& .MuiChip-label': { display: 'flex' },
          // MUI removes the outline of chips.
          '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
        })}
      />
    </Tooltip>
  );
};
