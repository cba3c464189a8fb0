import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { isBlank } from '../../schema/kinds/blank.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  readonly text: (value: unknown) => ReactNode;
}

/** Empty values are stored as null by some writes and as an empty text by others. */
/** Shows a change: the value before, if there was one, and the value after. A dash stands for an empty value. */
export const ValueChange = ({ before, after, text }: Props) => (
  <>
    {!isBlank(before) && (
      <>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {text(before)}
        </Box>
        {' → '}
      </>
    )}
    <Box component="ins" sx={{ textDecoration: 'none' }}>
      {isBlank(after) ? '—' : text(after)}
    </Box>
  </>
);
