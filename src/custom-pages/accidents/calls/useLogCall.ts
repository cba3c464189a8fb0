import { useMutation } from '@tanstack/react-query';
import type { LoggedCall, PhoneCallResult } from '../../../contract/shapes/loggedCall.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { useAfterWrite } from '../queries.ts';

type LoggedCallRecord = LoggedCall & { readonly id: number };

/**
 * Returns a function that logs a phone call. The function resolves to the stored call, and rejects if the server
 * refused.
 */
export const useLogCall = (accidentId: number) => {
  const provider = useProvider();
  const afterWrite = useAfterWrite(accidentId);
  const { mutateAsync } = useMutation({
    mutationFn: (data: PhoneCallResult) =>
      provider.create<LoggedCallRecord>('accidents.calls', { data, meta: { ownerId: accidentId } }) as Promise<{
        data: LoggedCallRecord;
      }>,
    onSuccess: () => afterWrite.refetchAll(),
    onError: useReportWriteFailure(),
  });
  return async (call: PhoneCallResult): Promise<LoggedCall> => (await mutateAsync(call)).data;
};
