import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { closeToast, type Toast, undoToast, useToasts } from './toasts.ts';

const passingMs = 5000;

const OneToast = ({ toast }: { toast: Toast }) => {
  const translate = useTranslate();
  useEffect(() => {
    if (toast.kind === 'error') return;
    const timer = setTimeout(() => closeToast(toast.id), passingMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <Alert
      severity={toast.kind}
      variant="outlined"
      onClose={() => closeToast(toast.id)}
      closeText={translate('shell.toast.close')}
      action={
        toast.undoable && (
          <Button color="inherit" size="small" onClick={() => undoToast(toast.id)}>
            {translate('shell.toast.undo')}
          </Button>
        )
      }
      sx={{ bgcolor: 'background.paper', borderColor: `${toast.kind}.main`, overflowWrap: 'anywhere' }}
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

/** Errors stay until closed; other toasts expire. */
export const ToastStack = () => {
  const translate = useTranslate();
  const toasts = useToasts();
  return (
    <Box
      role="region"
      aria-label={translate('shell.toast.region')}
      sx={theme => ({
        position: 'fixed',
        // In a corner without page controls, above the actions at the bottom of narrow windows.
        bottom: { xs: theme.frame.header + 16, lg: 16 },
        right: 16,
        left: { xs: 16, sm: 'auto' },
        width: { sm: 384 },
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
      })}
    >
      {toasts.map(toast => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </Box>
  );
};
