import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { focusFirstInput } from '../../../components/firstInput.ts';
import { useLease, useTakeLease } from './LeaseContext.tsx';
import { isLeasedByOther } from './LockState.tsx';

/**
 * Shows its content to everybody. To write, a user takes the lease with one button, which also focuses the first field.
 */
export const NeedsLock = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const { hasLease, lease } = useLease();
  const isLockedByOther = isLeasedByOther(lease);
  const takeLease = useTakeLease();
  const content = useRef<HTMLDivElement>(null);
  const takeLeaseAndFocus = async () => {
    if (!(await takeLease())) return;
    // Focuses after the next render, because a disabled field takes no focus.
    requestAnimationFrame(() => focusFirstInput(content.current));
  };
  return (
    <Box>
      {!hasLease && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.75, mb: 1.5 }}>
          <Typography variant="body2" color="text.secondary">
            {translate(isLockedByOther ? 'accident.lock.hintOther' : 'accident.lock.hint')}
          </Typography>
          {!isLockedByOther && (
            <Button data-key="take-and-write" size="small" variant="outlined" onClick={() => void takeLeaseAndFocus()}>
              {translate('accident.lock.takeAndWrite')}
            </Button>
          )}
        </Box>
      )}
      {/* Help texts stay readable while fields are disabled. */}
      <Box ref={content} sx={{ '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } }}>
        {children}
      </Box>
    </Box>
  );
};
