import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { ApiError, api } from '../../../api/client.ts';
import { moveReasonMaxLength } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { type AccidentStatus, accidentMoves, reasonNeeded } from '../../../contract/states.ts';
import { isStatus, useFailureText } from '../failures.ts';
import { useLease, useRefusal, useTakeLease } from '../lock/LeaseContext.tsx';
import { useInterviewUnsaved } from '../processing/Unsaved.tsx';
import { useWritten } from '../queries.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

const useMove = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const translate = useTranslate();
  const notify = useNotify();
  const failureText = useFailureText();
  const refusal = useRefusal();
  const written = useWritten(accident.Id);
  const { keeper } = useLease();
  return useMutation({
    mutationFn: ({ to, reason }: { to: AccidentStatus; reason: string }) =>
      api('POST /api/v2/Accident/{id}/status', {
        params: { id: accident.Id },
        body: { Status: to, Version: accident.Version, ...(reason && { Reason: reason }) },
      }),
    onSuccess: fresh => {
      keeper.ended();
      onMoved(fresh.Status);
      written.record(fresh);
      notify(translate(`accident.move.done.${fresh.Status}`), { type: 'success' });
    },
    onError: error => {
      refusal(error);
      if (isStatus(error, 409)) written.reread();
      // API errors are shown as toasts centrally; others are not.
      if (!(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
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
