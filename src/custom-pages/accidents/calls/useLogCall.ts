import { useMutation } from '@tanstack/react-query';
import type { CallMade, LoggedCall } from '../../../contract/shapes/loggedCall.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { useAfterWrite } from '../queries.ts';

type Logged = LoggedCall & { readonly id: number };

/** Returns a function that logs a call. The function resolves to the logged call, and rejects if the server refused. */
export const useLogCall = (accidentId: number) => {
  const provider = useProvider();
  const written = useAfterWrite(accidentId);
  const { mutateAsync } = useMutation({
    mutationFn: (data: CallMade) =>
      provider.create<Logged>('accidents.calls', { data, meta: { of: accidentId } }) as Promise<{ data: Logged }>,
    onSuccess: () => written.all(),
    onError: useReportWriteFailure(),
  });
  return async (call: CallMade): Promise<LoggedCall> => (await mutateAsync(call)).data;
};
