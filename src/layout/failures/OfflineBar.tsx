import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { api, OfflineError } from '../../dataProvider/api.ts';
import { setReachable, useReachable } from './connection.ts';

const everyMs = 3000;

/** Stands while the server cannot be reached, asks for it again and again, and repeats what failed once it answers. */
export const OfflineBar = () => {
  const translate = useTranslate();
  const reachable = useReachable();
  const client = useQueryClient();

  useEffect(() => {
    const lost = () => setReachable(false);
    window.addEventListener('offline', lost);
    return () => window.removeEventListener('offline', lost);
  }, []);

  useEffect(() => {
    if (reachable) return;
    const ask = () =>
      api('GET /health')
        .catch((error: unknown) => {
          // Any answer at all means the server is there.
          if (error instanceof OfflineError) throw error;
        })
        .then(() => {
          setReachable(true);
          void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
        })
        .catch(() => undefined);
    const timer = setInterval(ask, everyMs);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [reachable, client]);

  if (reachable) return null;
  return (
    <Alert
      severity="warning"
      variant="filled"
      role="status"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'snackbar',
        borderRadius: 0,
        justifyContent: 'center',
      }}
    >
      {translate('shell.offline')}
    </Alert>
  );
};
