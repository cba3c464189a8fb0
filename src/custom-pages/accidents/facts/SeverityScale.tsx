import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { useLanguage } from '../useLanguage.ts';

const percent = (value: number, whole: number) => `${Math.min(100, Math.max(0, (value / whole) * 100))}%`;

/** The peak among the class thresholds. */
export const SeverityScale = ({ facts }: { facts: CrashFacts }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { MinorFromG: minor, MajorFromG: major, PeakG: peak } = facts;
  const end = Math.max(major * 1.75, (peak ?? 0) * 1.1);
  const bands = [
    { key: 'mini', from: 0, to: minor },
    { key: 'minor', from: minor, to: major },
    { key: 'major', from: major, to: end },
  ] as const;
  const g = (value: number) => formatNumber(value, 1, locale);
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75 }}>
        <Typography variant="h4" component="h2">
          {translate('accident.facts.class')}
        </Typography>
        {facts.Severity ? (
          <SeverityBadge severity={facts.Severity}>{translate(`accident.severity.${facts.Severity}`)}</SeverityBadge>
        ) : (
          <Typography variant="body2" color="text.secondary">
            {translate('accident.severity.unknown')}
          </Typography>
        )}
      </Box>
      <Box aria-hidden sx={{ position: 'relative', display: 'flex', gap: '2px', height: 8, my: 0.5 }}>
        {bands.map(({ key, from, to }) => (
          <Box key={key} sx={{ width: percent(to - from, end), bgcolor: `severity.${key}`, borderRadius: 1 }} />
        ))}
        {peak !== null && (
          <Box
            sx={{
              position: 'absolute',
              left: percent(peak, end),
              top: -4,
              bottom: -4,
              width: 3,
              ml: '-1.5px',
              bgcolor: 'text.primary',
              outline: 2,
              outlineColor: 'background.paper',
            }}
          />
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('accident.facts.thresholds', { minor: g(minor), major: g(major) })}
      </Typography>
    </Box>
  );
};
