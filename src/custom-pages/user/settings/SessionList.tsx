import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useDelete, useGetList, useTranslate } from 'react-admin';
import { Failed } from '../../../components/Failed.tsx';
import type { SessionRow } from '../../../contract/shapes/session.ts';
import { SessionItem } from '../../../screens/SessionItem.tsx';
import { allSessionsQuery } from './sessions.ts';

const few = 5;

/** Sessions of the account. Each can be ended. */
export const SessionList = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<SessionRow>('sessions', allSessionsQuery);
  const [end, { variables, isPending }] = useDelete<SessionRow>();
  const [all, setAll] = useState(false);
  if (error) return <Failed text={translate('user.sessions.failed')} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const shown = all ? data : data.slice(0, few);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(session => (
          <SessionItem
            key={session.id}
            session={session}
            ending={isPending && variables?.id === session.id}
            onEnd={() =>
              void end('sessions', { id: session.id, previousData: session }, { onSettled: () => void refetch() })
            }
          />
        ))}
      </Box>
      {!all && data.length > few && (
        <Button onClick={() => setAll(true)} sx={{ mt: 1 }}>
          {translate('user.sessions.more', { n: data.length - few })}
        </Button>
      )}
    </>
  );
};
