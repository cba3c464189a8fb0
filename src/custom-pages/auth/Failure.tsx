import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { failureText } from './failureText.ts';

/** Why signing in did not work, above the fields. */
export const Failure = ({ failure }: { failure: unknown }) => (
  <Box sx={{ mb: 2 }}>
    <RedAlert>{failureText(failure, useTranslate())}</RedAlert>
  </Box>
);
