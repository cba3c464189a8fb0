import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { useUnsaved } from '../api/unsaved.ts';

interface Props {
  readonly isDirty: boolean;
  /**
   * Returns the part of the path that identifies the form. While that part stays the same, the user does not leave the
   * form.
   */
  readonly formPathOf?: (pathname: string) => string | undefined;
}

const wholePath = (pathname: string): string => pathname;

/**
 * Asks for confirmation before the user leaves a form with changes. Such a form also stays open when the session ends.
 */
export const LeaveGuard = ({ isDirty, formPathOf = wholePath }: Props) => {
  const translate = useTranslate();
  useUnsaved(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && formPathOf(currentLocation.pathname) !== formPathOf(nextLocation.pathname),
  );
  useBeforeUnload(event => {
    if (isDirty) event.preventDefault();
  });
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <DialogTitle>{translate('frame.leave.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('frame.leave.about')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={() => blocker.proceed?.()}>
          {translate('frame.leave.leave')}
        </Button>
        <Button variant="contained" onClick={() => blocker.reset?.()} autoFocus>
          {translate('frame.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
