import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { OfflineError } from '../../api/client.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { refusalText } from '../../feedback/refusal.ts';

/** Returns the reason of a failed sign-in: the server's text if there is one (wrong password, wait time). */
const failureText = (
  failure: unknown,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string => {
  if (failure instanceof OfflineError) return translate('auth.offline');
  return refusalText(failure, translate) ?? translate('auth.failed');
};

/** Shows the reason of a failed sign-in above the fields, with advice. */
export const Failure = ({ failure, children }: { failure: unknown; children?: ReactNode }) => (
  <Box sx={{ mb: 2 }}>
    <RedAlert>
      {failureText(failure, useTranslate())}
      {children}
    </RedAlert>
  </Box>
);
