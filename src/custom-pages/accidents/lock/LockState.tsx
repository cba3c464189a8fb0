import LockIcon from '@mui/icons-material/Lock';
import LockOpenIcon from '@mui/icons-material/LockOpen';
import LockPersonIcon from '@mui/icons-material/LockPerson';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLease } from './LeaseContext.tsx';
import type { Lease } from './lease.ts';

const useLeaseText = (): ((lease: Lease) => string) => {
  const translate = useTranslate();
  return lease => {
    if (lease.phase === 'free' || lease.phase === 'mine') return translate(`accident.lock.${lease.phase}`);
    if (!lease.owner) return translate('accident.lock.free');
    return translate('accident.lock.other', { name: lease.owner.name });
  };
};

/** Returns true if another person has the lease, so that only that person may write now. */
export const isLeasedByOther = (lease: Lease): boolean =>
  lease.phase === 'other' || (lease.phase === 'lost' && lease.owner !== undefined);

/** Shows in a few words who works on the accident. */
export const LockState = () => {
  const { lease, hasLease } = useLease();
  const leaseText = useLeaseText();
  const colour = hasLease ? 'success.main' : isLeasedByOther(lease) ? 'warning.main' : 'text.secondary';
  const Icon = hasLease ? LockIcon : isLeasedByOther(lease) ? LockPersonIcon : LockOpenIcon;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: colour }}>
      <Icon fontSize="small" aria-hidden />
      <Typography variant="body2" role="status" title={leaseText(lease)} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {leaseText(lease)}
      </Typography>
    </Box>
  );
};
