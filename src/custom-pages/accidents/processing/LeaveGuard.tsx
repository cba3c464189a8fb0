import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useBeforeUnload, useBlocker } from 'react-router';

/** Asks before a form with changes is left. Moving the clock changes the address too, but leaves nothing. */
export const LeaveGuard = ({ dirty }: { dirty: boolean }) => {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(event => {
    if (dirty) event.preventDefault();
  });
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <DialogTitle>{translate('accident.form.leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('accident.form.leaveHelp')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={() => blocker.proceed?.()}>
          {translate('accident.form.leave')}
        </Button>
        <Button variant="contained" onClick={() => blocker.reset?.()} autoFocus>
          {translate('accident.form.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
