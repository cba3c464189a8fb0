import { useMutation } from '@tanstack/react-query';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { useAfterWrite } from '../queries.ts';

/** Returns functions that add, edit and delete notes. Each resolves to true on success. */
export const useNoteCalls = (accidentId: number) => {
  const provider = useProvider();
  const written = useAfterWrite(accidentId);
  const fate = { onSuccess: () => written.nested('notes'), onError: useReportWriteFailure() };
  const meta = { of: accidentId };
  const add = useMutation({
    mutationFn: (Text: string) => provider.create('accidents.notes', { data: { Text }, meta }),
    ...fate,
  });
  const change = useMutation({
    mutationFn: ({ id, Text }: { id: number; Text: string }) =>
      provider.update('accidents.notes', { id, data: { Text }, previousData: { id }, meta }),
    ...fate,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.notes', { id, meta }),
    ...fate,
  });
  return { add, change, remove };
};

export const succeeded = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );
