import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../../contract/shapes/accident.ts';
import { doubtsOf } from '../../../resources/accidents/impact.ts';
import { useLanguage } from '../useLanguage.ts';

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2 }}>
    {texts.map(text => (
      <li key={text}>{text}</li>
    ))}
  </Box>
);

/** Texts about what is unknown or doubtful in the figures of an impact. */
export const Doubts = ({ facts }: { facts: CrashFacts }) => {
  const { faulty, heading, doubts, shake, recorded } = doubtsOf(facts, useTranslate(), useLanguage());
  return (
    <>
      {heading && (
        <Alert severity={faulty ? 'error' : 'warning'} variant="outlined">
          <AlertTitle>{heading}</AlertTitle>
          <Sentences texts={doubts} />
        </Alert>
      )}
      {shake && (
        <Alert severity="info" variant="outlined">
          {shake}
        </Alert>
      )}
      <Typography variant="caption" color="text.secondary">
        {recorded}
      </Typography>
    </>
  );
};
