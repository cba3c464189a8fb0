import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { decisionUndoS } from '../contract/limits.ts';
import { closeToast, type Toast, undoToast, useToasts } from './toasts.ts';

const toastLifetimeMs = 5000;

const ToastAlert = ({ toast }: { toast: Toast }) => {
  const translate = useTranslate();
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  // True while the pointer is over the toast or the toast has the focus. The toast then does not expire.
  const isInUse = isPointed || isFocused;
  useEffect(() => {
    if (toast.undo || toast.kind === 'error' || toast.action || isInUse) return;
    const timer = setTimeout(() => closeToast(toast.id), toastLifetimeMs);
    return () => clearTimeout(timer);
  }, [toast, isInUse]);
  // The server refuses a later undo, so this toast closes even if it is in use.
  useEffect(() => {
    if (!toast.undo) return;
    const timer = setTimeout(() => closeToast(toast.id), decisionUndoS * 1000);
    return () => clearTimeout(timer);
  }, [toast]);
  const runAndClose = (run: (() => void) | undefined) => {
    run?.();
    closeToast(toast.id);
  };
  const hasButtons = toast.undoable || toast.undo || toast.action;
  return (
    <Alert
      severity={toast.kind}
      variant="outlined"
      onClose={() => closeToast(toast.id)}
      onMouseEnter={() => setIsPointed(true)}
      onMouseLeave={() => setIsPointed(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      closeText={translate('shell.toast.close')}
      action={
        hasButtons && (
          <>
            {(toast.undo || toast.undoable) && (
              <Button
                data-key={toast.undo && 'undo'}
                color="inherit"
                size="small"
                onClick={() => (toast.undo ? runAndClose(toast.undo) : undoToast(toast.id))}
              >
                {translate('shell.toast.undo')}
              </Button>
            )}
            {toast.action && (
              <Button color="inherit" size="small" onClick={() => runAndClose(toast.action?.run)}>
                {toast.action.label}
              </Button>
            )}
            {(toast.undo || toast.action) && (
              <IconButton
                color="inherit"
                size="small"
                aria-label={translate('shell.toast.close')}
                onClick={() => closeToast(toast.id)}
              >
                <Close fontSize="small" />
              </IconButton>
            )}
          </>
        )
      }
      sx={{
        bgcolor: 'background.paper',
        borderColor: `${toast.kind}.main`,
        overflowWrap: 'break-word',
        // Two buttons beside the text would leave it a column one word wide, so they stand below it.
        ...(toast.action &&
          (toast.undo || toast.undoable) && {
            flexWrap: 'wrap',
            '& .MuiAlert-message': { flex: 1, minWidth: '80%' },
          }),
      }}
    >
      {toast.status === undefined ? (
        toast.heading
      ) : (
        <>
          <AlertTitle sx={{ typography: 'subtitle1' }}>{toast.heading}</AlertTitle>
          {`Server respond with status "${toast.status}"`}
        </>
      )}
    </Alert>
  );
};

/**
 * Shows all toasts. Errors and toasts with an `action` stay until closed. Other toasts expire when neither pointer nor
 * focus is on them.
 */
export const ToastStack = () => {
  const translate = useTranslate();
  const toasts = useToasts();
  return (
    <Box
      role="region"
      aria-label={translate('shell.toast.region')}
      sx={theme => ({
        position: 'fixed',
        // In narrow windows the toasts stand above the action bar at the bottom.
        bottom: { xs: theme.frame.headerHeight + 16, lg: 16 },
        right: 16,
        left: { xs: 16, sm: 'auto' },
        width: { sm: 384 },
        [theme.breakpoints.down('sm')]: {
          // A dialog has its buttons in the lower half of the window.
          'body:has(.MuiDialog-root) &': { bottom: 'auto', top: 16 },
        },
        // A page may have a column of fields at its right edge. In wide windows the toasts stand beside the column. In
        // narrow windows the column may be as wide as the page, so the toasts stand over the bars of the frame.
        [theme.breakpoints.up('xl')]: {
          'body:has([data-fields-column]) &': { right: theme.frame.panelWidth + 48 },
        },
        [theme.breakpoints.down('xl')]: {
          'body:has([data-fields-column]) &': {
            bottom: 'auto',
            top: 4,
            left: { xs: 8, sm: 'auto' },
            right: 8,
            maxHeight: theme.frame.headerHeight + theme.frame.subheaderHeight - 8,
            overflowY: 'auto',
            '& .MuiAlert-root, & .MuiAlert-message': { py: 0.25 },
          },
        },
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
      })}
    >
      {toasts.toReversed().map(toast => (
        <ToastAlert key={toast.id} toast={toast} />
      ))}
    </Box>
  );
};
