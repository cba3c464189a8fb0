import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useLease, useTakeLease } from './LeaseContext.tsx';
import { isLeasedByOther } from './LockState.tsx';

/**
 * Shows its content to everybody. The first press or typed letter in it claims a free case, and has its usual effect at
 * once. Elements with `data-look` only show something and claim nothing. If another person had the lease from the start,
 * a text above says so, because the fields below cannot be used then.
 */
export const NeedsLock = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const { hasLease, lease, wasLocked } = useLease();
  const takeLease = useTakeLease();
  const isLockedByOther = isLeasedByOther(lease);
  const claim = ({ target }: SyntheticEvent) => {
    if (hasLease || isLockedByOther || (target instanceof Element && target.closest('[data-look]'))) return;
    void takeLease();
  };
  return (
    <Box
      onClickCapture={claim}
      onInputCapture={claim}
      // Help texts stay readable while fields are disabled.
      sx={{ '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } }}
    >
      {/* The text keeps its space, and none appears later, so that no field moves. `CaseNotice` tells of later changes. */}
      {wasLocked && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ px: 1.5, py: 0.75, visibility: isLockedByOther ? 'visible' : 'hidden' }}
        >
          {translate('accident.lock.hintOther')}
        </Typography>
      )}
      {children}
    </Box>
  );
};
