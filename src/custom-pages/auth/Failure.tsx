import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { failureText } from './failureText.ts';

/** Why signing in failed, above the fields, and what to do about it. */
export const Failure = ({ failure, children }: { failure: unknown; children?: ReactNode }) => (
  <Box sx={{ mb: 2 }}>
    <RedAlert>
      {failureText(failure, useTranslate())}
      {children}
    </RedAlert>
  </Box>
);
