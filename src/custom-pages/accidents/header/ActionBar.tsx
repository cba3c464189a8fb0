import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { PageActions } from '../../../components/PageActions.tsx';
import { reasonMaxLength } from '../../../contract/limits.ts';
import { UploadsHere } from '../images/UploadsHere.tsx';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther, LockState } from '../lock/LockState.tsx';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { MoveActions, type MoveProps } from './MoveActions.tsx';

/** Takes, releases or takes over the accident. */
const LockButtons = ({ primary }: { primary: boolean }) => {
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

/** Lease and actions: in the sub-header, or at the bottom of narrow windows. */
export const ActionBar = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const wide = useMediaQuery(({ breakpoints }) => breakpoints.up('xl'), { noSsr: true });
  const open = accident.Status === 'opened';
  const moves = <MoveActions accident={accident} onMoved={onMoved} />;
  const buttons = (
    <>
      {!open && moves}
      <LockButtons primary={open} />
      {open && moves}
      <UploadsHere accident={accident} />
    </>
  );
  if (wide)
    return (
      <PageActions>
        <LockState />
        {buttons}
      </PageActions>
    );
  return (
    <Box
      role="region"
      data-bottom-bar
      aria-label={translate('accident.actions')}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        justifyContent: 'space-between',
        gap: 0.75,
        // Full width, across the page's margin.
        mx: { xs: -2, lg: -3 },
        mb: { xs: -2, lg: -3 },
        px: { xs: 2, lg: 3 },
        pt: 0.75,
        pb: 'max(8px, env(safe-area-inset-bottom))',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <LockState />
      <Box
        sx={{
          // Two buttons per row on a phone. A single last button has the whole row.
          '& > :nth-of-type(odd):last-child': { gridColumn: '1 / -1' },
          display: { xs: 'grid', sm: 'flex' },
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          flexWrap: 'wrap',
          gap: 1,
          '& > .MuiButton-root': {
            flex: '1 1 auto',
            px: { xs: 0.5, md: 1.5 },
            whiteSpace: { sm: 'nowrap' },
            lineHeight: 1.3,
          },
        }}
      >
        {buttons}
      </Box>
    </Box>
  );
};
