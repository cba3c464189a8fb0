import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useUnsaved } from '../../../authProvider/unsaved.ts';

/** The accident an address leads to, whichever bucket it names. */
const accidentIn = (pathname: string) => /\/accidents\/[^/]+\/(.+)/.exec(pathname)?.[1];

/** Asks before a form with changes is left, and keeps it when the session ends over it. The clock and a corrected bucket change the address too, but leave nothing. */
export const LeaveGuard = ({ dirty }: { dirty: boolean }) => {
  const translate = useTranslate();
  useUnsaved(dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && accidentIn(currentLocation.pathname) !== accidentIn(nextLocation.pathname),
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
