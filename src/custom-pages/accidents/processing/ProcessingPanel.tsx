import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useInput, useTranslate, useUpdate } from 'react-admin';
import { type FieldValues, useFormContext } from 'react-hook-form';
import { crashFromKmh } from '../../../contract/limits.ts';
import type { AccidentDetail, CrashFacts } from '../../../contract/shapes/accident.ts';
import { recordConverter } from '../../../dataProvider/request.ts';
import { useDictionary, useTitles } from '../../../fields/dictionary.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { choiceLabel, useI18n } from '../../../fields/useI18n.ts';
import { sideOf } from '../../../resources/accidents/direction.ts';
import { accidents } from '../../../resources/accidents.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert } from '../../../screens/form/StaleAlert.tsx';
import { useStale } from '../../../screens/form/useStale.ts';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { recordSchema } from '../../../screens/record/schema.ts';
import { CallForm } from '../calls/CallForm.tsx';
import { CallLog } from '../calls/CallLog.tsx';
import { type Choice, Choices } from '../finish/Choices.tsx';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { type AccidentRecord, accidentKey, objectMeta, useAfterWrite } from '../queries.ts';
import { DamageField } from './DamageField.tsx';
import { useInterview } from './InterviewContext.tsx';
import { InterviewDraft } from './InterviewDraft.tsx';
import { formFields, interviewFields, valuesOf } from './interview.ts';

type ScriptKind = 'rollover' | 'noImpact' | 'front' | 'side' | 'rear' | 'weak' | 'unknown';

/**
 * Returns the interview script for an impact, by its severity and direction. `noImpact` is used if a strong reason
 * speaks against a crash.
 */
export const scriptKindOf = ({ DirectionDeg, Severity, CrashReasons, Rollover, DeltaVKmh }: CrashFacts): ScriptKind => {
  if (Rollover) return 'rollover';
  const isContact = (DeltaVKmh ?? 0) >= crashFromKmh;
  if (
    CrashReasons?.some(
      reason => (reason === 'unchanged' && !isContact) || reason === 'vertical' || reason === 'cameBack',
    )
  )
    return 'noImpact';
  if (Severity === 'mini') return 'weak';
  if (DirectionDeg === null) return 'unknown';
  const side = sideOf(DirectionDeg);
  if (side.startsWith('front')) return 'front';
  return side.startsWith('rear') ? 'rear' : 'side';
};

const questionKeys = ['first', 'second', 'third', 'fourth'] as const;

/** Questions that the operator asks the client, by kind of impact. */
const Script = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const kind = scriptKindOf(accident.Facts);
  return (
    <Box
      component="details"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        px: 1.5,
        py: 1,
        '& summary': { cursor: 'pointer', fontWeight: 'fontWeightMedium' },
      }}
    >
      <summary>{translate('accident.script.title')}</summary>
      <Box component="ol" sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 0.5 }}>
        <li>{translate('accident.script.hurt')}</li>
        {questionKeys.map(questionKey => (
          <li key={questionKey}>{translate(`accident.script.${kind}.${questionKey}`)}</li>
        ))}
      </Box>
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
const ChoiceButtons = (props: InputProps) => {
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
      onToggle={id => field.onChange(id === field.value ? null : id)}
    />
  );
};

interface Props {
  /** Saves the interview. Resolves to the saved values. Rejects if the server refused them. */
  readonly onSave: (values: FieldValues) => Promise<FieldValues>;
}

/** Lets the dialog that finishes a case read and save the typed interview. */
const SaveBridge = ({ onSave }: Props) => {
  const { trigger, getValues, reset } = useFormContext();
  const { setForm } = useInterview();
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
    setForm({ readValues: getValues, save });
    return () => setForm(undefined);
  }, [setForm, trigger, getValues, reset, onSave]);
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
  ContactPersonStatusId: ChoiceButtons,
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

const useSaveInterview = (accident: AccidentDetail) => {
  const reportWriteFailure = useReportWriteFailure();
  const afterWrite = useAfterWrite(accident.Id);
  const [isSaved, setSaved] = useState(false);
  const { stale, settle, onFailure } = useStale(accidentKey(accident), recordConverter(accidents));
  const [update] = useUpdate<AccidentRecord, Error>();
  const save = async (data: FieldValues) => {
    const params = {
      id: accident.Id,
      data,
      previousData: accident as AccidentRecord,
      meta: objectMeta(accident.ObjectId),
    };
    try {
      const savedRecord = (await update('accidents', params, { returnPromise: true })) as AccidentRecord;
      settle();
      afterWrite.storeRecord(savedRecord);
      setSaved(true);
      return valuesOf(savedRecord);
    } catch (error) {
      reportWriteFailure(error);
      onFailure(error);
      throw error;
    }
  };
  return { save, stale, settle, isSaved, setSaved };
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

/** The interview of the client: script, phone calls, and the form. A refetched record never overwrites typed input. */
export const ProcessingPanel = ({ accident }: { accident: AccidentDetail }) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const { hasLease } = useLease();
  const { save, stale, settle, isSaved, setSaved } = useSaveInterview(accident);
  const { unsaved, setUnsaved } = useInterview();
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
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Script accident={accident} />
        <Box component="section" sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h4" component="h3">
            {translate('accident.calls.title')}
          </Typography>
          <CallForm accidentId={accident.Id} disabled={!hasLease} />
          <CallLog accidentId={accident.Id} />
        </Box>
        <Divider />
        <GuardedForm
          schema={schema}
          values={valuesOf(accident)}
          onSubmit={save}
          formPathOf={accidentPathIn}
          onDirtyChange={onDirty}
        >
          <InterviewDraft accidentId={accident.Id} savedValues={valuesOf(accident)} />
          <SaveBridge onSave={save} />
          {stale && <StaleAlert resource={accidents} {...stale} onSettled={settle} />}
          <Inputs resource={accidents} names={formFields} replacements={customInputs} disabled={!hasLease} />
          <FormActions
            saveLabel={translate('accident.form.save')}
            resetLabel={translate('accident.form.reset')}
            disabled={!hasLease}
            onReset={settle}
          >
            <Box role="status" sx={{ display: 'flex', alignItems: 'center' }}>
              {isSaved && !unsaved && <SavedMark />}
            </Box>
          </FormActions>
        </GuardedForm>
      </Box>
    </NeedsLock>
  );
};
