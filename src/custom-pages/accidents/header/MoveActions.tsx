import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { moveReasonMaxLength } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { type AccidentStatus, accidentMoves, reasonNeeded } from '../../../contract/states.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { accidents } from '../../../resources/accidents.ts';
import { isStatus } from '../failures.ts';
import { useFailedWrite, useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { useInterviewUnsaved } from '../processing/Unsaved.tsx';
import { type AccidentRecord, useWritten } from '../queries.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

const useMove = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useProvider();
  const failed = useFailedWrite();
  const written = useWritten(accident.Id);
  const { keeper } = useLease();
  return useMutation({
    mutationFn: ({ to, reason }: { to: AccidentStatus; reason: string }) =>
      provider.update<AccidentRecord>(accidents.name, {
        id: accident.Id,
        data: { Status: to, Reason: reason || undefined },
        previousData: accident as AccidentRecord,
        meta: { action: 'move' },
      }),
    onSuccess: ({ data: fresh }) => {
      keeper.ended();
      onMoved(fresh.Status);
      written.record(fresh);
      notify(translate(`accident.move.done.${fresh.Status}`), { type: 'success' });
    },
    onError: error => {
      failed(error);
      if (isStatus(error, 409)) written.all();
    },
  });
};

export interface Moving {
  readonly accident: AccidentDetail;
  readonly onMoved: (to: AccidentStatus) => void;
}

/** Moves to other buckets. One click first takes the lease if it is free. */
export const MoveActions = ({ accident, onMoved }: Moving) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const take = useTakeLease();
  const move = useMove(accident, onMoved);
  const unsaved = useInterviewUnsaved();
  const [target, setTarget] = useState<AccidentStatus>();
  const ask = async (to: AccidentStatus) => {
    if (await take()) setTarget(to);
  };
  const go = (reason: string) =>
    target === undefined
      ? Promise.resolve(false)
      : move.mutateAsync({ to: target, reason }).then(
          () => true,
          () => false,
        );
  return (
    <>
      {accidentMoves[accident.Status].map(to => (
        <Button
          key={to}
          data-key={`move-${to}`}
          size="small"
          // One primary button at a time: until the accident is taken, that is "take".
          variant={mine && !reasonNeeded(to) ? 'contained' : 'outlined'}
          disabled={move.isPending}
          onClick={() => void ask(to)}
        >
          {translate(`accident.move.to.${to}`)}
        </Button>
      ))}
      <ReasonDialog
        open={target !== undefined}
        title={translate(`accident.move.title.${target ?? 'closed'}`, { id: accident.CrashUniqueIdentifier })}
        help={translate(`accident.move.help.${target ?? 'closed'}`)}
        warning={unsaved ? translate('accident.move.unsaved') : undefined}
        action={translate(`accident.move.to.${target ?? 'closed'}`)}
        maxLength={moveReasonMaxLength}
        optional={target !== undefined && !reasonNeeded(target)}
        onClose={() => setTarget(undefined)}
        onReason={go}
      />
    </>
  );
};
