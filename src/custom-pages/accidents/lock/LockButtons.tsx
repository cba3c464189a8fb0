import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { reasonMaxLength } from '../../../contract/limits.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { useLease, useTakeLease } from './LeaseContext.tsx';
import { isLeasedByOther } from './LockState.tsx';

/** Takes, releases or takes over the accident. */
export const LockButtons = ({ primary }: { primary: boolean }) => {
  const translate = useTranslate();
  const { keeper, lease, mine } = useLease();
  const take = useTakeLease();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {mine && (
        <Button size="small" variant="outlined" onClick={() => void keeper.release()}>
          {translate('accident.lock.release')}
        </Button>
      )}
      {isLeasedByOther(lease) && (
        <Button size="small" variant="outlined" color="warning" onClick={() => setAsking(true)}>
          {translate('accident.lock.takeOver')}
        </Button>
      )}
      {!mine && !isLeasedByOther(lease) && (
        <Button data-key="claim" size="small" variant={primary ? 'contained' : 'outlined'} onClick={() => void take()}>
          {translate('accident.lock.take')}
        </Button>
      )}
      <ReasonDialog
        open={asking}
        title={translate('accident.lock.takeOverTitle')}
        help={translate('accident.lock.takeOverHelp')}
        action={translate('accident.lock.takeOver')}
        maxLength={reasonMaxLength}
        onClose={() => setAsking(false)}
        onReason={reason => take({ takeOver: true, reason })}
      />
    </>
  );
};
