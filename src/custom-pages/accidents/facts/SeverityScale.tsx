import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { SeverityBadge } from '../../../fields/parts/SeverityBadge.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';

/**
 * End of the scale: the range of usual sensors. It is the same for every accident, so that two accidents can be
 * compared by eye.
 */
const endG = 16;
const stepG = 4;
const percent = (g: number) => `${Math.min(100, Math.max(0, (g / endG) * 100))}%`;

/** The peak on a scale with the severity thresholds. */
export const SeverityScale = ({ facts }: { facts: CrashFacts }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const { MinorFromG: minor, MajorFromG: major, PeakG: peak } = facts;
  const bands = [
    { key: 'mini', from: 0, to: minor },
    { key: 'minor', from: minor, to: major },
    { key: 'major', from: major, to: endG },
  ] as const;
  const ticks = Array.from({ length: endG / stepG + 1 }, (_, i) => i * stepG);
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
      <Box aria-hidden sx={{ position: 'relative', display: 'flex', height: 8, my: 0.5 }}>
        {bands.map(({ key, from, to }) => (
          <Box
            key={key}
            sx={{
              width: percent(to - from),
              bgcolor: `severity.${key}`,
              borderRight: 2,
              borderColor: 'background.paper',
            }}
          />
        ))}
        {peak !== null && (
          <Box
            sx={{
              position: 'absolute',
              left: percent(peak),
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
      <Box aria-hidden sx={{ position: 'relative', height: 18, typography: 'caption', color: 'text.secondary' }}>
        {ticks.map(tick => (
          <Box
            key={tick}
            component="span"
            sx={{
              position: 'absolute',
              left: percent(tick),
              transform: tick === 0 ? 'none' : `translateX(${tick === endG ? '-100%' : '-50%'})`,
              fontVariantNumeric: 'tabular-nums',
              whiteSpace: 'nowrap',
            }}
          >
            {tick === endG ? `${tick} ${translate('accident.units.g')}` : tick}
          </Box>
        ))}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {translate('accident.facts.thresholds', { minor: g(minor), major: g(major) })}
        {peak !== null && peak > endG && ` ${translate('accident.facts.beyondScale', { peak: g(peak) })}`}
      </Typography>
    </Box>
  );
};
