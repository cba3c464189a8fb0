import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { failureText } from './failureText.ts';

/** Reason of a failed sign-in, above the fields, with advice. */
export const Failure = ({ failure, children }: { failure: unknown; children?: ReactNode }) => (
  <Box sx={{ mb: 2 }}>
    <RedAlert>
      {failureText(failure, useTranslate())}
      {children}
    </RedAlert>
  </Box>
);
