import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HighlightOffOutlined from '@mui/icons-material/HighlightOffOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Sighting, SightingVerdict } from '../../contract/shapes/sighting.ts';
import { AnswerFacts } from './AnswerFacts.tsx';
import { useSightingWords } from './useSightingWords.ts';

const icons: { readonly [Verdict in SightingVerdict]: typeof HelpOutlined } = {
  there: CheckCircleOutlined,
  maybe: HelpOutlined,
  open: HelpOutlined,
  away: HighlightOffOutlined,
  nothing: HelpOutlined,
  noDevice: HelpOutlined,
};

interface Props {
  readonly sighting: Sighting;
  readonly radiusM: number;
  /** True if the reader may open the voucher. */
  readonly leads: boolean;
}

/** Verdict of the search in words, then in figures. */
export const SightingAnswer = ({ sighting, radiusM, leads }: Props) => {
  const { t, verdictText } = useSightingWords();
  const { Verdict, VoucherId, VoucherNumber, VehicleRegNumber, Vehicle, ClientName } = sighting;
  const Icon = icons[Verdict];
  const title = t(`verdicts.${Verdict}`);
  return (
    <Paper component="article" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <Icon aria-hidden fontSize="large" sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2">{title}</Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{verdictText(sighting, radiusM)}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {[VehicleRegNumber, Vehicle, ClientName, VoucherNumber].filter(Boolean).join(' · ')}
          </Typography>
          {leads && (
            <MuiLink
              component={Link}
              to={`/cabinet/scoring/${VoucherId}/${sighting.ObjectId ? `?voucherObjectId=${encodeURIComponent(sighting.ObjectId)}` : ''}`}
            >
              {t('toScoring')}
            </MuiLink>
          )}
        </Box>
      </Box>
      {Verdict !== 'noDevice' && <AnswerFacts sighting={sighting} />}
    </Paper>
  );
};
