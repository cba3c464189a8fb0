import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { operators } from '../../resources/operators.ts';
import { mayChangeRecord } from '../../schema/choiceRights.ts';
import { SectionPaper } from '../../screens/record/Sections.tsx';
import { SessionItem } from '../../screens/SessionItem.tsx';

export const OperatorSessions = ({ record }: { record: RaRecord }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const operatorId = Number(record.id);
  const mayEndSessions = mayChangeRecord(operators, record, useAccount()?.Roles ?? []);
  const queryKey = ['operators', operatorId, 'sessions'];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: () => api('GET /api/v2/Operator/{id}/sessions')({ params: { id: operatorId } }),
    // The list of sessions is not cached, because sessions change without live events.
    gcTime: 0,
  });
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (sessionId: number) =>
      api('DELETE /api/v2/Operator/{id}/sessions/{sessionId}')({ params: { id: operatorId, sessionId } }),
    onSettled: () => {
      for (const key of [queryKey, ['audit']]) void client.invalidateQueries({ queryKey: key });
    },
  });
  return (
    <SectionPaper title={translate('user.sessions.title')}>
      {isError && <FailureAlert text={translate('user.sessions.failed')} onRetry={refetch} />}
      <UnreadableResponse error={error} />
      {!data && !isError && <Skeleton variant="rounded" height={64} />}
      {data?.length === 0 && <Notice area="line" title={translate('user.sessions.none')} />}
      {data && data.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map(session => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={isPending && variables === session.id}
              onEnd={mayEndSessions ? () => mutate(session.id) : undefined}
            />
          ))}
        </Box>
      )}
    </SectionPaper>
  );
};
