import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  readonly text: (value: unknown) => ReactNode;
}

/** What was empty is saved as null by some writes and as an empty text by others. */
const isNothing = (value: unknown): boolean => value === null || value === '';

/** A value that was changed: what it was, if anything, and what it became, a dash for nothing. */
export const Changed = ({ before, after, text }: Props) => (
  <>
    {!isNothing(before) && (
      <>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {text(before)}
        </Box>
        {' → '}
      </>
    )}
    <Box component="ins" sx={{ textDecoration: 'none' }}>
      {isNothing(after) ? '—' : text(after)}
    </Box>
  </>
);
