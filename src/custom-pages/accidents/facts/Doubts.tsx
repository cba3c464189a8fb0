import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { crashFromKmh, leftShareFrom } from '../../../contract/limits.ts';
import { type CrashFacts, implausibleDoubts } from '../../../contract/shapes/accident.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useLanguage } from '../useLanguage.ts';

/** A recording of which nothing is to be believed. */
export const isFaulty = ({ Doubts }: CrashFacts): boolean =>
  Doubts?.some(doubt => implausibleDoubts.includes(doubt)) ?? false;

/** A push that did not change the car's speed: it has no direction to show. */
export const isBump = (facts: CrashFacts): boolean =>
  facts.Doubts !== null &&
  !isFaulty(facts) &&
  !facts.Clipped &&
  facts.DeltaVKmh !== null &&
  facts.DeltaVKmh < crashFromKmh;

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
