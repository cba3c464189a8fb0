import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useNextCase } from '../../../components/useNextCase.ts';
import { useReturnFocus } from '../../../components/useReturnFocus.ts';
import { moveReasonMaxLength } from '../../../contract/limits.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { AccidentStatus } from '../../../contract/states.ts';
import { callResult, isFinalStatus, workStatus } from '../../../contract/workStatuses.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useDictionary } from '../../../fields/dictionary.ts';
import { formatMoment } from '../../../fields/format.ts';
import { wireLabel } from '../../../fields/labels.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { accidents } from '../../../resources/accidents.ts';
import { accidentsPath } from '../../../routes/listAddress.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { useLogCall } from '../calls/useLogCall.ts';
import { hasStatus, useFailureText } from '../failures.ts';
import { useLease, useReportWriteFailure, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { useInterview } from '../processing/InterviewContext.tsx';
import { Step } from '../processing/Step.tsx';
import { type AccidentRecord, accidentKey, useAfterWrite } from '../queries.ts';
import { SameAccidentButton } from '../SameAccident.tsx';
import { Choices } from './Choices.tsx';
import { NextCall } from './NextCall.tsx';
import { useOfferUndo } from './useOfferUndo.ts';

/** Outcome of a case: closed with a work status, moved to the mini-losses, or called again later. */
type Outcome = { readonly kind: 'closed'; readonly status: number } | { readonly kind: 'notvalid' | 'later' };

interface Decision {
  readonly outcome: Outcome | undefined;
  readonly reason: number | null;
  readonly comment: string;
  /** Time of the next phone call, set by the operator. Null: the server computes the time. */
  readonly callAt: string | null;
}

/**
 * Returns the initial decision: the present work status if it is final, or "confirmed" if the interview describes the
 * crash. Otherwise no outcome is chosen. `wasDescribed`: the answers are older than this visit, so they propose nothing,
 * because the case may have been reopened.
 */
export const initialDecision = (accident: AccidentDetail, kind?: 'notvalid', wasDescribed = false): Decision => {
  const {
    StatusOfRoadAccidentID: status,
    UnconfirmationReasonId: reason,
    ContactPersonStatusId,
    CrashDynamicsId,
  } = accident;
  const isDescribed = !wasDescribed && ContactPersonStatusId !== null && CrashDynamicsId !== null && reason === null;
  const decidedStatus = isFinalStatus(status) ? status : isDescribed ? workStatus.confirmed : undefined;
  const outcome: Outcome | undefined = kind
    ? { kind }
    : decidedStatus === undefined
      ? undefined
      : { kind: 'closed', status: decidedStatus };
  return { outcome, reason, comment: '', callAt: null };
};

const describes = (answers: AccidentDetail, former: AccidentDetail): boolean =>
  answers.ContactPersonStatusId === former.ContactPersonStatusId && answers.CrashDynamicsId === former.CrashDynamicsId;

/**
 * Selects the reason why the event was no crash, and the outcome that this reason implies. Selecting the same reason
 * again clears the reason.
 */
export const withReason = (decision: Decision, reason: number): Decision => {
  if (decision.reason === reason) return { ...decision, reason: null };
  const isMini = decision.outcome?.kind === 'notvalid';
  return {
    ...decision,
    reason,
    outcome: isMini ? { kind: 'notvalid' } : { kind: 'closed', status: workStatus.notConfirmed },
  };
};

export const withOutcome = (decision: Decision, outcome: Outcome): Decision => ({
  ...decision,
  outcome,
  reason: needsReason(outcome) ? decision.reason : null,
});

const needsReason = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'notvalid' || (outcome?.kind === 'closed' && outcome.status === workStatus.notConfirmed);

type MissingPart = 'way' | 'reason' | 'callAt';

/** Returns the first part of the decision that is required but missing. Undefined if the decision is complete. */
export const firstMissingPart = (
  { outcome, reason, comment, callAt }: Decision,
  nowMs: number,
): MissingPart | undefined => {
  if (!outcome) return 'way';
  if (outcome.kind === 'closed' && outcome.status === workStatus.notConfirmed && reason === null) return 'reason';
  if (outcome.kind === 'notvalid' && reason === null && isInvisible(comment)) return 'reason';
  if (outcome.kind === 'later' && callAt !== null && !(Date.parse(callAt) > nowMs)) return 'callAt';
  return undefined;
};

export const toMoveBody = ({ outcome, reason, comment }: Decision) => ({
  Status: outcome?.kind,
  ...(outcome?.kind === 'closed' && { StatusOfRoadAccidentID: outcome.status }),
  ...(needsReason(outcome) && reason !== null && { UnconfirmationReasonId: reason }),
  ...(comment.trim() && { Reason: comment.trim() }),
});

/**
 * Returns the request body that logs a phone call. The outcome "call again later" logs a phone call and does not move
 * the case.
 */
const toCallBody = ({ comment, callAt }: Decision) => ({
  ResultId: callResult.callBack,
  ...(callAt !== null && { DateTimeOfNextCall: callAt }),
  ...(comment.trim() && { Comment: comment.trim() }),
});

/** Returns a function that carries out the decision. The function rejects if the server refused. */
const useFinishCase = (accident: AccidentDetail, onMoved: (to: AccidentStatus) => void) => {
  const provider = useProvider();
  const reportWriteFailure = useReportWriteFailure();
  const afterWrite = useAfterWrite(accident.Id);
  const { keeper } = useLease();
  const takeLease = useTakeLease();
  const logCall = useLogCall(accident.Id);
  const move = useMutation({
    // `current` is the newest cached accident, because saving the interview has created a new version of the accident.
    mutationFn: ({ decision, current }: { decision: Decision; current: AccidentDetail }) =>
      provider.update<AccidentRecord>(accidents.name, {
        id: accident.Id,
        data: toMoveBody(decision),
        previousData: { Version: current.Version } as AccidentRecord,
        meta: { action: 'move' },
      }),
    onSuccess: ({ data: savedRecord }) => {
      keeper.onEnded();
      onMoved(savedRecord.Status);
      afterWrite.storeRecord(savedRecord);
    },
    onError: error => {
      reportWriteFailure(error);
      if (hasStatus(error, 409)) afterWrite.refetchAll();
    },
  });
  /** Resolves to the time of the next call, null if there is none, or undefined if the case could not be claimed. */
  return async (decision: Decision, current: () => AccidentDetail): Promise<string | null | undefined> => {
    if (!(await takeLease())) return undefined;
    if (decision.outcome?.kind !== 'later') {
      await move.mutateAsync({ decision, current: current() });
      return null;
    }
    const { DateTimeOfNextCall } = await logCall(toCallBody(decision));
    await keeper.release();
    return DateTimeOfNextCall;
  };
};

interface Props {
  readonly accident: AccidentDetail;
  readonly onMoved: (to: AccidentStatus) => void;
}

/** Ids of outcomes that set no work status. */
const otherOutcomes = ['notvalid', 'later'] as const;
const outcomeId = (outcome: Outcome | undefined) => (outcome?.kind === 'closed' ? outcome.status : outcome?.kind);

const useOutcomeChoices = () => {
  const translate = useTranslate();
  const statuses = useDictionary('statusesOfRoadAccident').map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  return [
    ...statuses.filter(({ id }) => isFinalStatus(id)),
    ...otherOutcomes.map(id => ({ id, name: translate(`accident.finish.ways.${id}`) })),
  ];
};

const useFieldErrors = () => {
  const i18n = useI18n();
  return (error: unknown): readonly string[] =>
    ((error instanceof ApiError && error.answer?.Errors) || []).map(
      ({ Field, Message }) => `${wireLabel(accidents, Field, i18n)}: ${Message}.`,
    );
};

interface DecisionProps {
  readonly decision: Decision;
  /** First missing part of the decision. Undefined until the user presses the button that finishes the case. */
  readonly missing: ReturnType<typeof firstMissingPart>;
  readonly disabled: boolean;
  readonly onChange: (decision: Decision) => void;
}

/** Fields of the decision: outcome, reason, and comment. */
const DecisionFields = ({ decision, missing, disabled, onChange }: DecisionProps) => {
  const translate = useTranslate();
  const outcomes = useOutcomeChoices();
  const reasons = useDictionary('unconfirmationReasons').map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  const errorText = (part: typeof missing) =>
    missing === part ? translate(`accident.finish.missing.${part}`) : undefined;
  return (
    <>
      <Choices
        label={translate('accident.finish.outcome')}
        choices={outcomes}
        chosen={[outcomeId(decision.outcome)].filter(id => id !== undefined)}
        disabled={disabled}
        required
        error={errorText('way')}
        onToggle={id =>
          onChange(withOutcome(decision, typeof id === 'number' ? { kind: 'closed', status: id } : { kind: id }))
        }
      />
      {(needsReason(decision.outcome) || !decision.outcome) && (
        <Choices
          label={translate('accident.finish.reason')}
          choices={reasons}
          chosen={decision.reason === null ? [] : [decision.reason]}
          disabled={disabled}
          required={needsReason(decision.outcome)}
          error={errorText('reason')}
          onToggle={id => onChange(withReason(decision, id))}
        />
      )}
      <TextField
        label={translate('accident.reason.optional')}
        value={decision.comment}
        onChange={event => onChange({ ...decision, comment: event.target.value })}
        slotProps={{ htmlInput: { maxLength: moveReasonMaxLength }, input: { readOnly: disabled } }}
        multiline
        maxRows={6}
        fullWidth
      />
    </>
  );
};

/** Moves the focus to the group of reasons if a reason is missing, and otherwise to the main button of the form. */
const focusNext = (form: HTMLFormElement | null, isComplete: boolean) =>
  requestAnimationFrame(() => {
    // The reasons follow the outcomes.
    const reasons = form?.querySelector<HTMLElement>('[data-choices] ~ [data-choices] button[tabindex="0"]');
    (isComplete ? form?.querySelector<HTMLElement>('button[type=submit]') : reasons)?.focus();
  });

/** The last steps of the call card: outcome and reason of the case, then the next case or the next phone call. */
export const DecisionForm = ({ accident, onMoved }: Props) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const failureText = useFailureText();
  const { saveTyped, readValues, refuse, openStep } = useInterview();
  const form = useRef<HTMLFormElement>(null);
  const locale = useLanguage();
  const outcomes = useOutcomeChoices();
  const isLocked = isLeasedByOther(useLease().lease);
  // Answers at the beginning of this visit.
  const [firstAnswers] = useState(accident);
  const startDecision = (kind?: 'notvalid' | 'later'): Decision => {
    const { StatusOfRoadAccidentID, UnconfirmationReasonId } = accident;
    // The form of a case that was just reopened may still hold the former decision.
    const answers = { ...accident, ...readValues(), StatusOfRoadAccidentID, UnconfirmationReasonId };
    const start = initialDecision(answers, kind === 'notvalid' ? kind : undefined, describes(answers, firstAnswers));
    return kind === 'later' ? withOutcome(start, { kind }) : start;
  };
  const [decision, setDecision] = useState<Decision>(startDecision);
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  useReturnFocus(busy);
  const finish = useFinishCase(accident, onMoved);
  const offerUndo = useOfferUndo(accident, onMoved);
  const openNextCase = useNextCase();
  const navigate = useNavigate();
  const fieldErrors = useFieldErrors();
  useUnsaved(decision.comment !== '');
  // Each opening proposes the outcome that follows from the interview, unless the operator has already decided.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each request to open the step
  useEffect(() => {
    if (openStep.name !== 'decision') return;
    const proposed = startDecision(openStep.outcome);
    const isDecided = decision.outcome !== undefined && openStep.outcome === undefined;
    const next = isDecided ? decision : { ...proposed, comment: decision.comment };
    setDecision(next);
    if (openStep.focuses && next.outcome) focusNext(form.current, firstMissingPart(next, serverNow()) === undefined);
  }, [openStep]);
  const missing = firstMissingPart(decision, serverNow());
  const isLater = decision.outcome?.kind === 'later';
  const nextCallAt = openStep.nextCallAt ?? accident.DateTimeOfNextCall;
  const nextCallText =
    nextCallAt === null
      ? undefined
      : translate('accident.calls.again', { when: formatMoment(new Date(nextCallAt), locale) });
  // A planned phone call ends the work on the case for now, so the step offers the next case first.
  const awaitsCall = openStep.name === 'next' && nextCallText !== undefined && !decision.outcome;
  const change = (next: Decision) => {
    setDecision(next);
    if (next.outcome !== decision.outcome || next.reason !== decision.reason)
      focusNext(form.current, firstMissingPart(next, serverNow()) === undefined);
  };

  const submit = async (opensNextCase: boolean) => {
    setTouched(true);
    if (missing || busy) return;
    setBusy(true);
    setFailure('');
    try {
      // Saves answers, phone call and note first, because the outcome may require answers.
      const unsavedPart = await saveTyped();
      if (unsavedPart) {
        setFailure(translate(`accident.finish.notSaved.${unsavedPart}`));
        return;
      }
      const current = () => client.getQueryData<AccidentDetail>(accidentKey(accident)) ?? accident;
      const nextCallAt = await finish(decision, current);
      if (nextCallAt === undefined) return;
      offerUndo(
        nextCallAt
          ? translate('accident.finish.plannedFor', { when: formatMoment(new Date(nextCallAt), locale) })
          : (outcomes.find(({ id }) => id === outcomeId(decision.outcome))?.name ?? ''),
        { offersNext: !opensNextCase },
      );
      setDecision(startDecision());
      setTouched(false);
      if (opensNextCase && !(await openNextCase())) void navigate(accidentsPath('opened'));
    } catch (error) {
      setFailure([failureText(error), fieldErrors(error).join(' ')].filter(Boolean).join('. '));
      refuse((error instanceof ApiError && error.answer?.Errors) || []);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      ref={form}
      noValidate
      aria-label={translate('accident.finish.title', { id: accident.CrashUniqueIdentifier })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(true);
      }}
    >
      <Step name="decision" summary={outcomes.find(({ id }) => id === outcomeId(decision.outcome))?.name}>
        <Box sx={{ display: 'grid', gap: 1.25 }}>
          <DecisionFields
            decision={decision}
            missing={touched ? missing : undefined}
            disabled={isLocked}
            onChange={change}
          />
          <SameAccidentButton accident={accident} onMoved={onMoved} disabled={isLocked} />
        </Box>
      </Step>
      <Step name="next" summary={nextCallText}>
        <Box sx={{ display: 'grid', gap: 1.25 }}>
          {isLater && (
            <NextCall
              accidentId={accident.Id}
              value={decision.callAt}
              fault={touched && missing === 'callAt' ? translate('accident.finish.missing.callAt') : undefined}
              onChange={callAt => setDecision({ ...decision, callAt })}
            />
          )}
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {failure && <Alert severity="error">{failure}</Alert>}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', alignItems: 'center', gap: 1 }}>
            {awaitsCall ? (
              <>
                {nextCallText}
                <Button data-first variant="contained" onClick={() => void openNextCase()}>
                  {translate('frame.actions.next')}
                </Button>
              </>
            ) : (
              <>
                <Button variant="outlined" disabled={busy || isLocked} onClick={() => void submit(false)}>
                  {translate(isLater ? 'accident.finish.planned' : 'accident.finish.done')}
                </Button>
                <Button type="submit" variant="contained" disabled={busy || isLocked}>
                  {translate(isLater ? 'accident.finish.plannedAndNext' : 'accident.finish.doneAndNext')}
                </Button>
              </>
            )}
          </Box>
        </Box>
      </Step>
    </Box>
  );
};
