import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { bandOf, bandSeverity, type ScoreBand } from '../../contract/scoring.ts';
import type { Locale } from '../../i18n/locale.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { kinds } from '../../schema/kinds/kinds.ts';

/**
 * Returns the key of the text for a score band. The text belongs to the description of the list of scores
 * (src/resources).
 */
export const bandKey = (band: ScoreBand): string => `resources.scoring.choices.Band.${band}`;

/** Formats a score with one decimal, because the tenth can decide its band. A missing score is shown as a dash. */
export const scoreText = (score: number | null, locale: Locale): string =>
  score === null ? '—' : formatNumber(score, kinds.score.decimals, locale);

/** A score with its band as colour and word. */
export const ScoreText = ({
  score,
  locale,
  showsBandName = true,
}: {
  score: number | null;
  locale: Locale;
  showsBandName?: boolean;
}) => {
  const translate = useTranslate();
  if (score === null) return <span>—</span>;
  const band = bandOf(score);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: `severity.${bandSeverity[band]}` }}
      />
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 'fontWeightMedium' }}>
        {scoreText(score, locale)}
      </Box>
      {showsBandName && (
        <Typography component="span" variant="caption" sx={{ color: `severityText.${bandSeverity[band]}` }}>
          {translate(bandKey(band))}
        </Typography>
      )}
    </Box>
  );
};
