import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { bandOf, bandSeverity, type DriverBand } from '../../contract/scoring.ts';
import type { Locale } from '../../i18n/locale.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { kinds } from '../../schema/kinds/kinds.ts';

/**
 * Returns the key of the text for a score band. The text belongs to the description of the list of scores
 * (src/resources).
 */
export const bandKey = (band: DriverBand): string => `resources.scoring.choices.Band.${band}`;

/** Formats a score with one decimal, because the tenth can decide its band. A missing score is shown as a dash. */
export const scoreText = (score: number | null, locale: Locale): string =>
  score === null ? '—' : formatNumber(score, kinds.score.decimals, locale);

/** Formats the interval of a score, such as `78.1–83.7`. */
export const intervalText = (low: number | null, high: number | null, locale: Locale): string =>
  low === null || high === null ? '—' : `${scoreText(low, locale)}–${scoreText(high, locale)}`;

/** Returns the colour of a band's word. A score between two bands has the colour of neither. */
export const bandTextColour = (band: DriverBand): string =>
  band === 'between' ? 'text.secondary' : `severityText.${bandSeverity[band]}`;

/** Returns the colour of a band's mark. */
export const bandColour = (band: DriverBand | null): string =>
  band === null || band === 'between' ? 'chart.quiet' : `severity.${bandSeverity[band]}`;

/** A score with its band as colour and word. */
export const ScoreText = ({
  score,
  band: driverBand,
  locale,
  showsBandName = true,
}: {
  score: number | null;
  /** Band of a driver. Missing: the score describes one drive, which the score alone puts into a band. */
  band?: DriverBand | null;
  locale: Locale;
  showsBandName?: boolean;
}) => {
  const translate = useTranslate();
  if (score === null) return <span>—</span>;
  const band = driverBand ?? bandOf(score);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      <Box component="span" aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: bandColour(band) }} />
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 'fontWeightMedium' }}>
        {scoreText(score, locale)}
      </Box>
      {showsBandName && (
        <Typography component="span" variant="caption" sx={{ color: bandTextColour(band) }}>
          {translate(bandKey(band))}
        </Typography>
      )}
    </Box>
  );
};
