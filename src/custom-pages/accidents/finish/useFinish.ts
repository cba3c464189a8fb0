import { useMutation } from '@tanstack/react-query';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { accidents } from '../../../resources/accidents.ts';
import { useLogCall } from '../calls/useLogCall.ts';
import { isStatus } from '../failures.ts';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { type AccidentRecord, useAfterWrite } from '../queries.ts';
import { callOf, type Decision, moveOf } from './decision.ts';

/** Returns a function that carries out the decision. It rejects if the server refused. */
export const useFinish = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const provider = useProvider();
  const failed = useReportWriteFailure();
  const written = useAfterWrite(accident.Id);
  const { keeper } = useLease();
  const logCall = useLogCall(accident.Id);
  const move = useMutation({
    // Uses the cached record, because saving the interview has created a new version.
    mutationFn: ({ decision, current }: { decision: Decision; current: AccidentDetail }) =>
      provider.update<AccidentRecord>(accidents.name, {
        id: accident.Id,
        data: moveOf(decision),
        previousData: { Version: current.Version } as AccidentRecord,
        meta: { action: 'move' },
      }),
    onSuccess: ({ data: fresh }) => {
      keeper.ended();
      onMoved(fresh.Status);
      written.record(fresh);
    },
    onError: error => {
      failed(error);
      if (isStatus(error, 409)) written.all();
    },
  });
  return async (decision: Decision, current: AccidentDetail): Promise<void> => {
    if (decision.way?.to !== 'later') {
      await move.mutateAsync({ decision, current });
      return;
    }
    await logCall(callOf(decision));
    await keeper.release();
  };
};
