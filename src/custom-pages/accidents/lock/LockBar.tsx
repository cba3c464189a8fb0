import LockIcon from '@mui/icons-material/Lock';
import LockOpenIcon from '@mui/icons-material/LockOpen';
import LockPersonIcon from '@mui/icons-material/LockPerson';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { timeOfDay } from '../formats.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { useLanguage } from '../useLanguage.ts';
import { useLease, useTakeLease } from './LeaseContext.tsx';
import type { Lease } from './lease.ts';

const useWords = (lease: Lease): string => {
  const translate = useTranslate();
  const locale = useLanguage();
  if (lease.phase === 'free') return translate('accident.lock.free');
  if (lease.phase === 'mine') return translate('accident.lock.mine');
  if (!lease.holder) return translate('accident.lock.lostOffline');
  const words = { name: lease.holder.name, until: timeOfDay(lease.holder.untilMs, locale) };
  return translate(lease.phase === 'lost' ? 'accident.lock.lost' : 'accident.lock.other', words);
};

/** Who works on the accident, and the way to take it, give it back or take it over. */
export const LockBar = () => {
  const translate = useTranslate();
  const { keeper, lease, mine } = useLease();
  const take = useTakeLease();
  const [asking, setAsking] = useState(false);
  const words = useWords(lease);
  const byOther = lease.phase === 'other' || (lease.phase === 'lost' && lease.holder !== undefined);
  const colour = mine ? 'success.main' : byOther ? 'warning.main' : 'text.secondary';
  const Icon = mine ? LockIcon : byOther ? LockPersonIcon : LockOpenIcon;
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 1.5, py: 0.5, borderColor: colour }}
    >
      <Icon fontSize="small" sx={{ color: colour }} aria-hidden />
      <Typography variant="body2" role="status" sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {words}
      </Typography>
      <Box>
        {mine && (
          <Button size="small" variant="outlined" onClick={() => void keeper.release()}>
            {translate('accident.lock.release')}
          </Button>
        )}
        {byOther && (
          <Button size="small" variant="outlined" color="warning" onClick={() => setAsking(true)}>
            {translate('accident.lock.takeOver')}
          </Button>
        )}
        {!mine && !byOther && (
          <Button size="small" variant="contained" onClick={() => void take()}>
            {translate('accident.lock.take')}
          </Button>
        )}
      </Box>
      <ReasonDialog
        open={asking}
        title={translate('accident.lock.takeOverTitle')}
        help={translate('accident.lock.takeOverHelp')}
        action={translate('accident.lock.takeOver')}
        maxLength={500}
        onClose={() => setAsking(false)}
        onReason={reason => take({ takeOver: true, reason })}
      />
    </Paper>
  );
};
