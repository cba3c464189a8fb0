import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useNextCase } from '../../../components/useNextCase.ts';
import { moveReasonMaxLength } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { callResult, isFinalStatus, workStatus } from '../../../contract/workStatuses.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useDictionary } from '../../../fields/dictionary.ts';
import { wireLabel } from '../../../fields/labels.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { accidents } from '../../../resources/accidents.ts';
import { accidentsPath } from '../../../routes/listAddress.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { useLogCall } from '../calls/useLogCall.ts';
import { isStatus, useFailureText } from '../failures.ts';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { useInterview } from '../processing/Unsaved.tsx';
import { type AccidentRecord, accidentKey, useAfterWrite } from '../queries.ts';
import { Choices } from './Choices.tsx';
import { NextCall } from './NextCall.tsx';

/** Outcome of a case: closed with a work status, moved to the mini-losses, or called again later. */
type Outcome = { readonly to: 'closed'; readonly status: number } | { readonly to: 'notvalid' | 'later' };

interface Decision {
  readonly way: Outcome | undefined;
  readonly reason: number | null;
  readonly comment: string;
  /** Time of the next call, set by the operator. Null: the server computes the time. */
  readonly callAt: string | null;
}

/**
 * Returns the initial decision: the present work status if it is final, or "confirmed" if the interview describes the
 * crash. Otherwise no outcome is chosen.
 */
export const firstDecision = (accident: AccidentDetail, to?: 'notvalid'): Decision => {
  const {
    StatusOfRoadAccidentID: status,
    UnconfirmationReasonId: reason,
    ContactPersonStatusId,
    CrashDynamicsId,
  } = accident;
  const described = ContactPersonStatusId !== null && CrashDynamicsId !== null && reason === null;
  const decided = isFinalStatus(status) ? status : described ? workStatus.confirmed : undefined;
  const way: Outcome | undefined = to ? { to } : decided === undefined ? undefined : { to: 'closed', status: decided };
  return { way, reason, comment: '', callAt: null };
};

/**
 * Selects the reason why the event was no crash, and the outcome that this reason implies. Selecting the same reason
 * again clears the reason.
 */
export const withReason = (decision: Decision, reason: number): Decision => {
  if (decision.reason === reason) return { ...decision, reason: null };
  const mini = decision.way?.to === 'notvalid';
  return { ...decision, reason, way: mini ? { to: 'notvalid' } : { to: 'closed', status: workStatus.notConfirmed } };
};

export const withOutcome = (decision: Decision, way: Outcome): Decision => ({
  ...decision,
  way,
  reason: needsReason(way) ? decision.reason : null,
});

const needsReason = (way: Outcome | undefined): boolean =>
  way?.to === 'notvalid' || (way?.to === 'closed' && way.status === workStatus.notConfirmed);

type MissingPart = 'way' | 'reason' | 'callAt';

/** Returns the first missing part of the decision. */
export const firstMissingPart = (
  { way, reason, comment, callAt }: Decision,
  nowMs: number,
): MissingPart | undefined => {
  if (!way) return 'way';
  if (way.to === 'closed' && way.status === workStatus.notConfirmed && reason === null) return 'reason';
  if (way.to === 'notvalid' && reason === null && isInvisible(comment)) return 'reason';
  if (way.to === 'later' && callAt !== null && !(Date.parse(callAt) > nowMs)) return 'callAt';
  return undefined;
};

/** Returns the body of the request that moves the case to another bucket. */
export const moveOf = ({ way, reason, comment }: Decision) => ({
  Status: way?.to,
  ...(way?.to === 'closed' && { StatusOfRoadAccidentID: way.status }),
  ...(needsReason(way) && reason !== null && { UnconfirmationReasonId: reason }),
  ...(comment.trim() && { Reason: comment.trim() }),
});

/** Returns the body of a logged phone call. The outcome "call again later" logs a call and does not move the case. */
const callOf = ({ comment, callAt }: Decision) => ({
  ResultId: callResult.callBack,
  ...(callAt !== null && { DateTimeOfNextCall: callAt }),
  ...(comment.trim() && { Comment: comment.trim() }),
});

/** Returns a function that carries out the decision. The function rejects if the server refused. */
const useFinish = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const provider = useProvider();
  const failed = useReportWriteFailure();
  const written = useAfterWrite(accident.Id);
  const { keeper } = useLease();
  const logCall = useLogCall(accident.Id);
  const move = useMutation({
    // `current` is the cached record, because saving the interview has created a new version.
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

export interface InitialOutcome {
  readonly to?: 'notvalid' | 'later';
}

interface Props {
  readonly accident: AccidentDetail;
  readonly opening: InitialOutcome;
  readonly onMoved: (to: AccidentStatus) => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Ids of outcomes that set no work status. */
const otherOutcomes = ['notvalid', 'later'] as const;
const idOf = (way: Outcome | undefined) => (way?.to === 'closed' ? way.status : way?.to);

const useWays = () => {
  const translate = useTranslate();
  const statuses = useDictionary('statusesOfRoadAccident').map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  return [
    ...statuses.filter(({ id }) => isFinalStatus(id)),
    ...otherOutcomes.map(id => ({ id, name: translate(`accident.finish.ways.${id}`) })),
  ];
};

/** Returns a function that lists the fields that the server rejected, each with its message. */
const useFaults = () => {
  const i18n = useI18n();
  return (error: unknown): readonly string[] =>
    ((error instanceof ApiError && error.answer?.Errors) || []).map(
      ({ Field, Message }) => `${wireLabel(accidents, Field, i18n)}: ${Message}.`,
    );
};

interface DecisionProps {
  readonly decision: Decision;
  /** First missing part of the decision. Undefined until the person tries to finish. */
  readonly missing: ReturnType<typeof firstMissingPart>;
  readonly onChange: (decision: Decision) => void;
}

/** Fields of the decision: outcome, reason, time of the next call, and comment. */
const DecisionFields = ({ decision, missing, onChange }: DecisionProps) => {
  const translate = useTranslate();
  const ways = useWays();
  const reasons = useDictionary('unconfirmationReasons').map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  const faultOf = (part: typeof missing) =>
    missing === part ? translate(`accident.finish.missing.${part}`) : undefined;
  return (
    <>
      <Choices
        label={translate('accident.finish.outcome')}
        choices={ways}
        chosen={[idOf(decision.way)].filter(id => id !== undefined)}
        required
        error={faultOf('way')}
        onToggle={id =>
          onChange(withOutcome(decision, typeof id === 'number' ? { to: 'closed', status: id } : { to: id }))
        }
      />
      {(needsReason(decision.way) || !decision.way) && (
        <Choices
          label={translate('accident.finish.reason')}
          choices={reasons}
          chosen={decision.reason === null ? [] : [decision.reason]}
          required={needsReason(decision.way)}
          error={faultOf('reason')}
          onToggle={id => onChange(withReason(decision, id))}
        />
      )}
      {decision.way?.to === 'later' && (
        <NextCall
          value={decision.callAt}
          fault={faultOf('callAt')}
          onChange={callAt => onChange({ ...decision, callAt })}
        />
      )}
      <TextField
        label={translate('accident.reason.optional')}
        value={decision.comment}
        onChange={event => onChange({ ...decision, comment: event.target.value })}
        slotProps={{ htmlInput: { maxLength: moveReasonMaxLength } }}
        multiline
        maxRows={6}
        fullWidth
      />
    </>
  );
};

interface Sending {
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
}

const Content = ({ accident, opening, onMoved, onDone, onCancel, busy, setBusy }: Props & Sending) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const failureText = useFailureText();
  const { unsaved, save, typed } = useInterview();
  const first = firstDecision({ ...accident, ...typed() }, opening.to === 'notvalid' ? 'notvalid' : undefined);
  const [decision, setDecision] = useState<Decision>(
    opening.to === 'later' ? withOutcome(first, { to: 'later' }) : first,
  );
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState('');
  const finish = useFinish(accident, onMoved);
  const openNext = useNextCase();
  const navigate = useNavigate();
  const notify = useNotify();
  const faultsOf = useFaults();
  useUnsaved(decision.comment !== '');
  const missing = firstMissingPart(decision, serverNow());
  const later = decision.way?.to === 'later';

  const done = async (goOn: boolean) => {
    setTouched(true);
    if (missing) return;
    setBusy(true);
    setFailure('');
    try {
      // Saves the typed interview first, because the chosen outcome may require fields of the interview.
      if (unsaved && !(await save())) {
        setFailure(translate('accident.finish.notSaved'));
        return;
      }
      await finish(decision, client.getQueryData<AccidentDetail>(accidentKey(accident)) ?? accident);
      onDone();
      if (goOn) {
        if (!(await openNext())) void navigate(accidentsPath('opened'));
      } else if (decision.way?.to !== 'later')
        notify(translate(`accident.move.done.${decision.way?.to}`), { type: 'success' });
    } catch (error) {
      setFailure([failureText(error), ...faultsOf(error)].join(' '));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void done(true);
      }}
    >
      <DialogTitle>{translate('accident.finish.title', { id: accident.CrashUniqueIdentifier })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DecisionFields decision={decision} missing={touched ? missing : undefined} onChange={setDecision} />
        <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
          {failure && <Alert severity="error">{failure}</Alert>}
        </Box>
      </DialogContent>
      <DialogActions
        sx={{ flexWrap: 'wrap', rowGap: 1, px: 3, pb: 2, '& > *': { flex: { xs: '1 1 auto', sm: 'none' } } }}
      >
        <Button onClick={onCancel} disabled={busy}>
          {translate('accident.reason.cancel')}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => void done(false)}>
          {translate(later ? 'accident.finish.planned' : 'accident.finish.done')}
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {translate(later ? 'accident.finish.plannedAndNext' : 'accident.finish.doneAndNext')}
        </Button>
      </DialogActions>
    </form>
  );
};

/** The dialog that ends the work on a case: outcome, reason, next call. */
export const FinishSheet = (props: Omit<Props, 'opening'> & { readonly opening: InitialOutcome | undefined }) => {
  const translate = useTranslate();
  const small = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'), { noSsr: true });
  const { opening, accident } = props;
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={opening !== undefined}
      // The dialog cannot be closed during a request. Closing returns the lease, and the request needs the lease.
      onClose={busy ? undefined : props.onCancel}
      fullWidth
      fullScreen={small}
      maxWidth="sm"
      aria-label={translate('accident.finish.title', { id: accident.CrashUniqueIdentifier })}
    >
      {opening && <Content {...props} opening={opening} busy={busy} setBusy={setBusy} />}
    </Dialog>
  );
};
