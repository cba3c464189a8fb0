import PhoneCallbackOutlinedIcon from '@mui/icons-material/PhoneCallbackOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import { moveReasonMaxLength } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { callResult } from '../../../contract/workStatuses.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { useDictionary } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { accidents } from '../../../resources/accidents.ts';
import { useLogCall } from '../calls/useLogCall.ts';
import { hasStatus } from '../failures.ts';
import { useOfferUndo } from '../finish/useOfferUndo.ts';
import { useLease, useReportWriteFailure, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { type ProposedOutcome, useInterview } from '../processing/InterviewContext.tsx';
import { type AccidentRecord, useAfterWrite, useMe } from '../queries.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

export interface MoveProps {
  readonly accident: AccidentDetail;
  readonly onMoved: (to: AccidentStatus) => void;
}

/**
 * Returns true for results of a phone call that end the work on the case until the next phone call. The case then
 * returns to the queue.
 */
const endsWork = (result: number) => result !== callResult.reached && result !== callResult.callBack;

/**
 * Button that logs the result of a phone call in two presses. It leases the case first if the case is free. If the
 * client was not reached, it returns the lease. `onCallBack` is called if the client asks for another phone call,
 * because an operator must agree on its time.
 */
const CallResultButton = ({ accident, onMoved, onCallBack }: MoveProps & { readonly onCallBack: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const locale = useLanguage();
  const results = useDictionary('callResults');
  const { keeper } = useLease();
  const takeLease = useTakeLease();
  const logCall = useLogCall(accident.Id);
  const offerUndo = useOfferUndo(accident, onMoved);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const logResult = async (result: number, title: string) => {
    setAnchor(null);
    if (result === callResult.callBack) return onCallBack();
    setBusy(true);
    setError(undefined);
    try {
      if (!(await takeLease())) return;
      const { DateTimeOfNextCall: nextCallAt } = await logCall({ ResultId: result });
      const nextCallText = nextCallAt && formatMoment(new Date(nextCallAt), locale);
      if (nextCallText)
        offerUndo(translate('accident.calls.next', { result: title, when: nextCallText }), { offersNext: true });
      else notify(translate('accident.calls.done', { result: title }), { type: 'success' });
      if (endsWork(result) && nextCallAt) await keeper.release();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        data-key="call-result"
        size="small"
        variant="outlined"
        startIcon={<PhoneCallbackOutlinedIcon />}
        disabled={busy || results.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('accident.calls.result')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {results.map(({ Id, Title }) => (
          <MenuItem key={Id} onClick={() => void logResult(Number(Id), Title)}>
            <ListItemText>{Title}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
      <UnreadableResponse error={error} />
    </>
  );
};

const useReopen = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useProvider();
  const reportWriteFailure = useReportWriteFailure();
  const afterWrite = useAfterWrite(accident.Id);
  const { keeper } = useLease();
  return useMutation({
    mutationFn: (Reason: string) =>
      provider.update<AccidentRecord>(accidents.name, {
        id: accident.Id,
        data: { Status: 'opened', Reason },
        previousData: accident as AccidentRecord,
        meta: { action: 'move' },
      }),
    onSuccess: ({ data: savedRecord }) => {
      keeper.onEnded();
      onMoved(savedRecord.Status);
      afterWrite.storeRecord(savedRecord);
      notify(translate('accident.move.done.opened'), { type: 'success' });
    },
    onError: error => {
      reportWriteFailure(error);
      if (hasStatus(error, 409)) afterWrite.refetchAll();
    },
  });
};

/**
 * Returns functions that lease the case for an action, and return the lease if the action is cancelled. A lease that
 * the operator had before the action is kept.
 */
const useBorrowedLease = () => {
  const { keeper, hasLease } = useLease();
  const takeLease = useTakeLease();
  const isBorrowed = useRef(false);
  return {
    borrowLease: async (): Promise<boolean> => {
      isBorrowed.current = !hasLease;
      return takeLease();
    },
    returnLease: () => {
      if (isBorrowed.current && keeper.get().phase === 'mine') void keeper.release();
      isBorrowed.current = false;
    },
  };
};

/** Moves a closed case back to the new cases, with a reason. It is the main action of a closed case. */
const ReopenButton = ({ accident, onMoved }: MoveProps) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const { borrowLease, returnLease } = useBorrowedLease();
  const reopen = useReopen({ accident, onMoved });
  const { unsaved } = useInterview();
  const [dialogOpen, setDialogOpen] = useState(false);
  const { data: me } = useMe();
  const isDuplicate = accident.DuplicateOf !== null;
  // Only a manager may separate a duplicate from the kept case.
  if (isDuplicate && !(me && hasAnyRole(me.Roles, rights.separation))) return null;
  const close = () => {
    setDialogOpen(false);
    if (!reopen.isSuccess) returnLease();
  };
  return (
    <>
      {!isLeasedByOther(lease) && (
        <Button
          data-key="move-opened"
          size="small"
          variant="contained"
          disabled={reopen.isPending}
          onClick={() => void borrowLease().then(isLeased => setDialogOpen(isLeased))}
        >
          {translate('accident.move.to.opened')}
        </Button>
      )}
      <ReasonDialog
        open={dialogOpen}
        title={translate('accident.move.title.opened', { id: accident.CrashUniqueIdentifier })}
        help={translate(isDuplicate ? 'accident.related.separateHelp' : 'accident.move.help.opened')}
        warning={unsaved ? translate('accident.move.unsaved') : undefined}
        action={translate('accident.move.to.opened')}
        error={reopen.error}
        maxLength={moveReasonMaxLength}
        onClose={close}
        onReason={reason =>
          reopen.mutateAsync(reason).then(
            () => true,
            () => false,
          )
        }
      />
    </>
  );
};

/**
 * Returns a function that opens the decision in the call card, and claims the case if it is free. The step opens at once,
 * so that keys pressed next are not lost.
 */
const useDecide = () => {
  const takeLease = useTakeLease();
  const { setOpenStep } = useInterview();
  return (outcome?: ProposedOutcome) => {
    setOpenStep({ name: 'decision', focuses: true, outcome });
    void takeLease();
  };
};

/** Button that opens the decision of a new case. */
export const FinishButton = () => {
  const translate = useTranslate();
  const { lease, hasLease } = useLease();
  const decide = useDecide();
  if (isLeasedByOther(lease)) return null;
  // Only one button is primary at a time. Until the user has the lease of the accident, the button that takes it is
  // primary.
  return (
    <Button data-key="move-closed" size="small" variant={hasLease ? 'contained' : 'outlined'} onClick={() => decide()}>
      {translate('accident.move.to.closed')}
    </Button>
  );
};

/** Actions on a new case: log a phone call, finish the case, move it to the mini-losses. */
const FinishActions = ({ accident, onMoved, showsFinish }: MoveProps & { readonly showsFinish: boolean }) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const decide = useDecide();
  if (isLeasedByOther(lease)) return null;
  return (
    <>
      <CallResultButton accident={accident} onMoved={onMoved} onCallBack={() => decide('later')} />
      <Button data-key="move-notvalid" size="small" variant="outlined" onClick={() => decide('notvalid')}>
        {translate('accident.move.to.notvalid')}
      </Button>
      {showsFinish && <FinishButton />}
    </>
  );
};

/**
 * Buttons that move the accident to another bucket. A click first leases the case if it is free. `showsFinish` is false
 * where the bar of the case has the button that finishes it.
 */
export const MoveActions = ({ showsFinish, ...props }: MoveProps & { readonly showsFinish: boolean }) =>
  props.accident.Status === 'opened' ? (
    <FinishActions {...props} showsFinish={showsFinish} />
  ) : (
    <ReopenButton {...props} />
  );
