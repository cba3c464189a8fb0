import CheckIcon from '@mui/icons-material/Check';
import CloudOffIcon from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { ApiError } from '../../../api/client.ts';
import { crashFromKmh } from '../../../contract/limits.ts';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import { callResult } from '../../../contract/workStatuses.ts';
import { useDictionary, useTitles } from '../../../fields/dictionary.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { wireLabel } from '../../../fields/labels.ts';
import { choiceLabel, useI18n } from '../../../fields/useI18n.ts';
import { sideOf } from '../../../resources/accidents/direction.ts';
import { shownDirectionDeg } from '../../../resources/accidents/impact.ts';
import { accidents } from '../../../resources/accidents.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert } from '../../../screens/form/StaleAlert.tsx';
import { Inputs, recordSchema } from '../../../screens/record/Inputs.tsx';
import { CallForm } from '../calls/CallForm.tsx';
import { CallLog } from '../calls/CallLog.tsx';
import { type Choice, Choices } from '../finish/Choices.tsx';
import { DecisionForm } from '../finish/DecisionForm.tsx';
import type { MoveProps } from '../header/MoveActions.tsx';
import { useLease, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { useCalls } from '../queries.ts';
import { DamageField } from './DamageField.tsx';
import { type RefuseAnswers, useInterview, useTypedPart } from './InterviewContext.tsx';
import { InterviewDraft } from './InterviewDraft.tsx';
import { formFields, interviewFields, isSameValue, valuesOf } from './interview.ts';
import { Step } from './Step.tsx';
import { useSaveInterview } from './useSaveInterview.ts';

type ScriptKind = 'rollover' | 'noImpact' | 'front' | 'side' | 'rear' | 'weak' | 'unknown';

/**
 * Returns the interview script for an impact, by its severity and direction. `noImpact` is used if a strong reason
 * speaks against a crash.
 */
export const scriptKindOf = (facts: CrashFacts): ScriptKind => {
  const { Severity, CrashReasons, Rollover, DeltaVKmh } = facts;
  if (Rollover) return 'rollover';
  const isContact = (DeltaVKmh ?? 0) >= crashFromKmh;
  if (
    CrashReasons?.some(
      reason =>
        (reason === 'unchanged' && !isContact) || reason === 'vertical' || reason === 'cameBack' || reason === 'braked',
    )
  )
    return 'noImpact';
  if (Severity === 'mini') return 'weak';
  const directionDeg = shownDirectionDeg(facts);
  if (directionDeg === null) return 'unknown';
  const side = sideOf(directionDeg);
  if (side.startsWith('front')) return 'front';
  return side.startsWith('rear') ? 'rear' : 'side';
};

const questionKeys = ['first', 'second', 'third', 'fourth'] as const;

const Script = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const kind = scriptKindOf(accident.Facts);
  return (
    <Box component="ol" tabIndex={-1} sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
      <li>{translate('accident.script.hurt')}</li>
      {questionKeys.map(questionKey => (
        <li key={questionKey}>{translate(`accident.script.${kind}.${questionKey}`)}</li>
      ))}
    </Box>
  );
};

const useFieldChoices = (
  { field, name, resource }: InputProps,
  chosen: unknown,
): readonly Choice<string | number>[] => {
  const i18n = useI18n();
  const entries = useDictionary(field.dictionary);
  const titles = useTitles(field.dictionary);
  if (field.choices) return field.choices.map(id => ({ id, name: choiceLabel(resource, name, id, i18n) }));
  const offeredChoices = entries.map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  // The record may hold a dictionary entry that is no longer offered. This entry is added to the choices.
  const withdrawnEntry = titles.find(
    ({ Id }) => Number(Id) === chosen && offeredChoices.every(({ id }) => id !== chosen),
  );
  return withdrawnEntry
    ? [...offeredChoices, { id: Number(withdrawnEntry.Id), name: withdrawnEntry.Title }]
    : offeredChoices;
};

/** Buttons for a field with few options. A second press clears the choice. */
const ChoiceButtons = ({ onChoose, ...props }: InputProps & { readonly onChoose?: () => void }) => {
  const { source, label, field: description, disabled } = props;
  const { field, fieldState } = useInput({ source });
  const choices = useFieldChoices(props, field.value);
  if (choices.length === 0) return <Skeleton height={64} />;
  return (
    <Choices
      label={label}
      choices={choices}
      chosen={field.value === null || field.value === '' ? [] : [field.value as string | number]}
      disabled={disabled ?? false}
      required={description.required ?? false}
      error={fieldState.error?.message}
      onToggle={id => {
        field.onChange(id === field.value ? null : id);
        if (id !== field.value) onChoose?.();
      }}
    />
  );
};

/** Buttons for the person who answered the phone. A choice opens the next step, because this step asks nothing else. */
const ContactPerson = (props: InputProps) => {
  const { setOpenStep } = useInterview();
  return <ChoiceButtons {...props} onChoose={() => setOpenStep({ name: 'phone', focuses: true })} />;
};

interface Props {
  /** Saves the interview. Resolves to the saved values. Rejects if the server refused them. */
  readonly onSave: (values: FieldValues) => Promise<FieldValues>;
}

/** Lets the form that finishes a case read and save the typed interview. */
const SaveBridge = ({ onSave }: Props) => {
  const { trigger, getValues, reset, setError } = useFormContext();
  const { setForm, setOpenStep, unsaved, save: saveForm } = useInterview();
  useTypedPart('answers', unsaved ? saveForm : undefined);
  useEffect(() => {
    const save = async () => {
      if (!(await trigger())) return false;
      try {
        reset(await onSave(getValues()));
        return true;
      } catch {
        // Reports no error here, because the failed request has reported it. The typed values stay in the form.
        return false;
      }
    };
    const refuse: RefuseAnswers = errors => {
      const refused = errors.filter(({ Field }) => Field === personField || answerFields.includes(Field));
      for (const { Field, Message } of refused) setError(Field, { type: 'server', message: Message });
      if (!refused[0]) return;
      setOpenStep({ name: refused[0].Field === personField ? 'who' : 'answers', focuses: true });
    };
    setForm({ readValues: getValues, save, refuse });
    return () => setForm(undefined);
  }, [setForm, setOpenStep, setError, trigger, getValues, reset, onSave]);
  return null;
};

/**
 * Returns the part of the path that identifies the accident, without its bucket. A change of the bucket thus does not
 * count as leaving the form.
 */
const accidentPathIn = (pathname: string) => /\/accidents\/[^/]+\/(.+)/.exec(pathname)?.[1];

/**
 * Fields of the interview that have an input of their own. Buttons replace drop-downs, because a choice then needs one
 * press instead of two. The drawn car replaces the list of car parts.
 */
const customInputs = {
  ContactPersonStatusId: ContactPerson,
  Injured: ChoiceButtons,
  Drivable: ChoiceButtons,
  Ambulance: ChoiceButtons,
  Police: ChoiceButtons,
  CrashDynamicsId: ChoiceButtons,
  UnconfirmationReasonId: ChoiceButtons,
  Survey: ChoiceButtons,
  DisagreementSurveyReasonId: ChoiceButtons,
  Damages: DamageField,
};

/** The text "saved". It stands next to the save button, because the user looks there. */
const SavedMark = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main' }}>
      <CheckIcon fontSize="small" aria-hidden />
      {translate('accident.form.saved')}
    </Box>
  );
};

/** Tells that the server did not answer, and that the focused button sends once more. */
const NotSavedMark = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'warning.main', flex: '1 1 200px' }}>
      <CloudOffIcon fontSize="small" aria-hidden />
      {translate('accident.form.unanswered')}
    </Box>
  );
};

/** Fields of the decision. Those of a new case are chosen together in the form that finishes it. */
const decisionFields: readonly string[] = ['StatusOfRoadAccident', 'UnconfirmationReasonId', 'DateTimeOfNextCall'];
const personField = 'ContactPersonStatusId';
const answerFields = formFields.filter(name => name !== personField && !decisionFields.includes(name));
const isYesNo = (name: string): boolean => accidents.fields[name as 'Injured']?.choices?.includes('yes') ?? false;
/** Fields that stand two in a row, because their values are short. */
const isShort = (name: string): boolean => isYesNo(name) || name.startsWith('OtherParty');

/** Texts of the answers in the form, as the folded steps show them. */
const useSummaries = (accident: AccidentDetail) => {
  const i18n = useI18n();
  const values: FieldValues = useWatch();
  const people = useTitles('contactPersonStatuses');
  const results = useTitles('callResults');
  const manners = useTitles('crashDynamics');
  const statuses = useTitles('statusesOfRoadAccident');
  const lastCall = useCalls(accident.Id).data?.at(-1);
  const { call } = useInterview();
  const titleIn = (titles: readonly { Id: string; Title: string }[], id: unknown) =>
    titles.find(({ Id }) => Id === String(id))?.Title;
  const yesNo = answerFields
    .filter(name => isYesNo(name) && values[name] !== null && values[name] !== undefined)
    .map(name => `${wireLabel(accidents, name, i18n)}: ${choiceLabel(accidents, name, String(values[name]), i18n)}`);
  return {
    who: titleIn(people, values.ContactPersonStatusId),
    phone: titleIn(results, call.result ?? lastCall?.ResultId),
    answers: [titleIn(manners, values.CrashDynamicsId), ...yesNo].filter(Boolean).join(' · '),
    decision: titleIn(statuses, accident.StatusOfRoadAccidentID),
  };
};

const Steps = ({
  accident,
  onMoved,
  onSettled,
  children,
}: Pick<MoveProps, 'onMoved'> & {
  accident: AccidentDetail;
  onSettled: () => void;
  children: ReactNode;
}) => {
  const translate = useTranslate();
  const { lease } = useLease();
  const { setOpenStep, call } = useInterview();
  const summaries = useSummaries(accident);
  const disabled = isLeasedByOther(lease);
  const form = { resource: accidents, replacements: customInputs, disabled } as const;
  const values: FieldValues = useWatch();
  const saved = valuesOf(accident);
  const isUnsaved = (names: readonly string[]) =>
    names.some(name => name in values && !isSameValue(values[name], saved[name]));
  return (
    <>
      <Step name="who" summary={summaries.who} isUnsaved={isUnsaved(['ContactPersonStatusId'])}>
        {/* The title of the step says what is asked, so the label is for screen readers only. */}
        <Box
          sx={{
            '& [data-choices] > p': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', m: 0 },
          }}
        >
          <Inputs {...form} names={['ContactPersonStatusId']} />
        </Box>
      </Step>
      <Step name="phone" summary={summaries.phone} isUnsaved={call.result !== undefined}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <CallForm
            accident={accident}
            disabled={disabled}
            onMoved={onMoved}
            onLogged={({ ResultId, DateTimeOfNextCall }) => {
              const unreachedStep = DateTimeOfNextCall === null ? 'decision' : 'next';
              setOpenStep({
                name: ResultId === callResult.reached ? 'script' : unreachedStep,
                focuses: true,
                nextCallAt: DateTimeOfNextCall,
              });
            }}
          />
          <CallLog accidentId={accident.Id} />
        </Box>
      </Step>
      <Step name="script">
        <Script accident={accident} />
      </Step>
      <Step name="answers" summary={summaries.answers} isUnsaved={isUnsaved(answerFields)}>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            '& .answers-short > div': { gap: 1, gridTemplateColumns: '1fr 1fr', alignItems: 'end' },
          }}
        >
          <Box className="answers-short">
            <Inputs {...form} names={answerFields.filter(isShort)} />
          </Box>
          <Inputs {...form} names={answerFields.filter(name => !isShort(name))} />
          <FormActions
            saveLabel={translate('accident.form.save')}
            resetLabel={translate('accident.form.reset')}
            disabled={disabled}
            onReset={onSettled}
          >
            {children}
          </FormActions>
        </Box>
      </Step>
      {accident.Status !== 'opened' && (
        <Step name="decision" summary={summaries.decision}>
          <Inputs {...form} names={decisionFields} />
        </Step>
      )}
    </>
  );
};

/**
 * The call card: who answered, the phone call, what to ask, the answers, and the decision. A refetched record never
 * overwrites typed input.
 */
export const ProcessingPanel = ({ accident, onMoved }: { accident: AccidentDetail } & Pick<MoveProps, 'onMoved'>) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const { keeper } = useLease();
  const takeLease = useTakeLease();
  const { save: saveClaimed, stale, settle, isSaved, setSaved } = useSaveInterview(accident);
  const { unsaved, setUnsaved, openStep, setOpenStep } = useInterview();
  const [isUnanswered, setUnanswered] = useState(false);
  const save = async (values: FieldValues) => {
    setUnanswered(false);
    try {
      if (!(await takeLease())) throw new Error('The case could not be claimed');
      return await saveClaimed(values);
    } catch (error) {
      setUnanswered(!(error instanceof ApiError) && !isLeasedByOther(keeper.get()));
      throw error;
    }
  };
  const schema = useMemo(() => recordSchema(accidents, interviewFields, i18n), [i18n]);
  // `onDirtyChange` must stay the same function. A new function would be called again with `true` and would remove the
  // text "saved".
  const onDirty = useCallback(
    (dirty: boolean) => {
      setUnsaved(dirty);
      if (dirty) setSaved(false);
    },
    [setUnsaved, setSaved],
  );
  return (
    <NeedsLock>
      <Box
        component="button"
        type="button"
        data-look
        data-key="call-card"
        tabIndex={-1}
        aria-label={translate('accident.steps.toCard')}
        onClick={() => setOpenStep({ name: openStep.name ?? 'who', focuses: true })}
        sx={{ position: 'absolute', width: '1px', height: '1px', p: 0, border: 0, overflow: 'hidden', opacity: 0 }}
      />
      <GuardedForm
        schema={schema}
        values={valuesOf(accident)}
        onSubmit={save}
        formPathOf={accidentPathIn}
        onDirtyChange={onDirty}
      >
        <Box>
          <InterviewDraft accidentId={accident.Id} savedValues={valuesOf(accident)} />
          <SaveBridge onSave={save} />
          {stale && <StaleAlert resource={accidents} {...stale} onSettled={settle} />}
          <Steps accident={accident} onMoved={onMoved} onSettled={settle}>
            <Box role="status" sx={{ display: 'flex', alignItems: 'center' }}>
              {isSaved && !unsaved && <SavedMark />}
              {isUnanswered && unsaved && <NotSavedMark />}
            </Box>
          </Steps>
        </Box>
      </GuardedForm>
      {accident.Status === 'opened' && <DecisionForm accident={accident} onMoved={onMoved} />}
    </NeedsLock>
  );
};
