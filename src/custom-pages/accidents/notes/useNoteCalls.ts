import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { ApiError, api } from '../../../api/client.ts';
import { useFailureText } from '../failures.ts';
import { useRefusal } from '../lock/LeaseContext.tsx';
import { useWritten } from '../queries.ts';

/** Adds, edits and deletes notes; each returns whether it worked. */
export const useNoteCalls = (accidentId: number) => {
  const notify = useNotify();
  const failureText = useFailureText();
  const refusal = useRefusal();
  const written = useWritten(accidentId);
  const fate = {
    onSuccess: () => written.list('notes'),
    onError: (error: unknown) => {
      refusal(error);
      if (!(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
    },
  };
  const params = { id: accidentId };
  const add = useMutation({
    mutationFn: (Text: string) => api('POST /api/v2/Accident/{id}/notes', { params, body: { Text } }),
    ...fate,
  });
  const change = useMutation({
    mutationFn: ({ noteId, Text }: { noteId: number; Text: string }) =>
      api('PUT /api/v2/Accident/{id}/notes/{noteId}', { params: { ...params, noteId }, body: { Text } }),
    ...fate,
  });
  const remove = useMutation({
    mutationFn: (noteId: number) =>
      api('DELETE /api/v2/Accident/{id}/notes/{noteId}', { params: { ...params, noteId } }),
    ...fate,
  });
  return { add, change, remove };
};

export const worked = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );
