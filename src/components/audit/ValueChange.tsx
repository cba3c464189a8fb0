import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { isBlank } from '../../schema/kinds/blank.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  readonly renderValue: (value: unknown) => ReactNode;
}

/**
 * Shows the change of one value: the old value, if there was one, and the new value. A dash stands for an empty value,
 * which may be null or an empty text.
 */
export const ValueChange = ({ before, after, renderValue }: Props) => (
  <>
    {!isBlank(before) && (
      <>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {renderValue(before)}
        </Box>
        {' → '}
      </>
    )}
    <Box component="ins" sx={{ textDecoration: 'none' }}>
      {isBlank(after) ? '—' : renderValue(after)}
    </Box>
  </>
);
