import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { leftShareFrom } from '../../../contract/limits.ts';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { isBump, isFaulty } from '../../../kinds/impact.ts';
import { useLanguage } from '../useLanguage.ts';

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2 }}>
    {texts.map(text => (
      <li key={text}>{text}</li>
    ))}
  </Box>
);

/** What is unknown or doubtful about an impact's figures, in words. */
export const Doubts = ({ facts }: { facts: CrashFacts }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const ms = (value: number) => formatNumber(value, 0, locale);
  const texts = [
    ...(facts.Doubts ?? []).map(doubt => translate(`accident.facts.doubts.${doubt}`)),
    ...(facts.Clipped ? [translate('accident.facts.clipped')] : []),
  ];
  const swung = facts.VelocityLeftShare !== null && facts.VelocityLeftShare < leftShareFrom;
  const { RecordedBeforeMs: before, RecordedAfterMs: after } = facts;
  return (
    <>
      {texts.length > 0 && (
        <Alert severity={isFaulty(facts) ? 'error' : 'warning'} variant="outlined">
          <AlertTitle>
            {translate(isFaulty(facts) ? 'accident.facts.implausible' : 'accident.facts.limited')}
          </AlertTitle>
          <Sentences texts={texts} />
        </Alert>
      )}
      {swung && !isBump(facts) && !isFaulty(facts) && (
        <Alert severity="info" variant="outlined">
          {translate('accident.facts.shake')}
        </Alert>
      )}
      <Typography variant="caption" color="text.secondary">
        {before !== null && after !== null && facts.DeltaVKmh !== null
          ? translate('accident.facts.recorded', { before: ms(before), after: ms(after) })
          : facts.Doubts === null && translate('accident.facts.notJudged')}
      </Typography>
    </>
  );
};
