import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Seen, Sighting } from '../../contract/shapes/sighting.ts';
import { useSightingWords } from './useSightingWords.ts';

/** Figures behind the verdict, so that the reader can judge it. */
export const AnswerFacts = ({ sighting }: { sighting: Sighting }) => {
  const { t, moment, distance, number } = useSightingWords();
  const { From, To, RecordedS, Fixes, AtMoment, Nearest, Before, After, Gaps } = sighting;
  const seen = (one: Seen | null) =>
    one === null
      ? t('facts.none')
      : [moment(one.At), t('facts.from', { distance: distance(one) }), one.Interpolated && t('interpolated')]
          .filter(Boolean)
          .join(', ');
  const minutes = (fromAt: string, toAt: string) => (Date.parse(toAt) - Date.parse(fromAt)) / 60_000;
  const facts = [
    ['window', `${moment(From)} – ${moment(To)}`],
    [
      'recorded',
      t('facts.fixes', { minutes: number(RecordedS / 60), whole: number(minutes(From, To)), fixes: number(Fixes) }),
    ],
    ['atMoment', seen(AtMoment)],
    ['nearest', seen(Nearest)],
    ['before', seen(Before)],
    ['after', seen(After)],
    ...(Gaps.length > 0
      ? ([['gaps', Gaps.map(gap => `${moment(gap.From)} – ${moment(gap.To)}`).join('; ')]] as const)
      : []),
  ] as const;
  return (
    <Box
      component="dl"
      sx={{ m: 0, mt: 2, display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr', xl: 'repeat(3, 1fr)' } }}
    >
      {facts.map(([name, text]) => (
        <div key={name}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {t(`facts.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
            {text}
          </Typography>
        </div>
      ))}
    </Box>
  );
};
