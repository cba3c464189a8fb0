import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslate, useUpdate } from 'react-admin';
import { type FieldValues, useFormContext } from 'react-hook-form';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { recordsOf } from '../../../dataProvider/request.ts';
import { accidents } from '../../../resources/accidents.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert } from '../../../screens/form/StaleAlert.tsx';
import { useStale } from '../../../screens/form/useStale.ts';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { recordSchema } from '../../../screens/record/schema.ts';
import { CallForm } from '../calls/CallForm.tsx';
import { CallLog } from '../calls/CallLog.tsx';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { type AccidentRecord, accidentKey, metaOf, useAfterWrite } from '../queries.ts';
import { ChoiceButtons } from './ChoiceButtons.tsx';
import { DamageField } from './DamageField.tsx';
import { InterviewDraft } from './InterviewDraft.tsx';
import { interviewFields, shownFields, valuesOf } from './interview.ts';
import { Script } from './Script.tsx';
import { useInterview } from './Unsaved.tsx';

interface Props {
  /** Resolves to the saved values. Rejects if the server refused them. */
  readonly onSave: (values: FieldValues) => Promise<FieldValues>;
}

/** Lets the dialog that finishes a case read and save the typed interview. */
const Saving = ({ onSave }: Props) => {
  const { trigger, getValues, reset } = useFormContext();
  const { setForm } = useInterview();
  useEffect(() => {
    const save = async () => {
      if (!(await trigger())) return false;
      try {
        reset(await onSave(getValues()));
        return true;
      } catch {
        // The failure is reported where it happened. The typed values stay.
        return false;
      }
    };
    setForm({ typed: getValues, save });
    return () => setForm(undefined);
  }, [setForm, trigger, getValues, reset, onSave]);
  return null;
};

/** Returns the accident in an address, without bucket and time. A change of bucket or time does not leave the form. */
const accidentIn = (pathname: string) => /\/accidents\/[^/]+\/(.+)/.exec(pathname)?.[1];

/**
 * Buttons replace generated drop-downs, because a button needs one press instead of two. The drawn car replaces the
 * list of parts.
 */
const replaced = {
  ContactPersonStatusId: ChoiceButtons,
  CrashDynamicsId: ChoiceButtons,
  UnconfirmationReasonId: ChoiceButtons,
  Survey: ChoiceButtons,
  DisagreementSurveyReasonId: ChoiceButtons,
  Damages: DamageField,
};

const useSave = (accident: AccidentDetail) => {
  const failed = useReportWriteFailure();
  const written = useAfterWrite(accident.Id);
  const [isSaved, setSaved] = useState(false);
  const { stale, settle, onFailure } = useStale(accidentKey(accident), recordsOf(accidents));
  const [update] = useUpdate<AccidentRecord, Error>();
  const save = async (data: FieldValues) => {
    const params = { id: accident.Id, data, previousData: accident as AccidentRecord, meta: metaOf(accident.ObjectId) };
    try {
      const fresh = (await update('accidents', params, { returnPromise: true })) as AccidentRecord;
      settle();
      written.record(fresh);
      setSaved(true);
      return valuesOf(fresh);
    } catch (error) {
      failed(error);
      onFailure(error);
      throw error;
    }
  };
  return { save, stale, settle, isSaved, setSaved };
};

/** The confirmation stands next to the button, because the user looks there. */
const Saved = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main' }}>
      <CheckIcon fontSize="small" aria-hidden />
      {translate('accident.form.saved')}
    </Box>
  );
};

/** The interview of the client: script, calls, and the form. A refetched record never overwrites typed input. */
export const ProcessingPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const { save, stale, settle, isSaved, setSaved } = useSave(accident);
  const { unsaved, setUnsaved } = useInterview();
  const schema = useMemo(() => recordSchema(accidents, interviewFields, translate), [translate]);
  // The function is constant. A new function would be called again with "dirty" and would clear the "saved" state.
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
          <CallForm accidentId={accident.Id} disabled={!mine} />
          <CallLog accidentId={accident.Id} />
        </Box>
        <Divider />
        <GuardedForm schema={schema} values={valuesOf(accident)} onSubmit={save} placeOf={accidentIn} onDirty={onDirty}>
          <InterviewDraft accidentId={accident.Id} saved={valuesOf(accident)} />
          <Saving onSave={save} />
          {stale && <StaleAlert resource={accidents} {...stale} onSettled={settle} />}
          <Inputs resource={accidents} names={shownFields} replaced={replaced} disabled={!mine} />
          <FormActions
            save={translate('accident.form.save')}
            reset={translate('accident.form.reset')}
            disabled={!mine}
            onReset={settle}
          >
            <Box role="status" sx={{ display: 'flex', alignItems: 'center' }}>
              {isSaved && !unsaved && <Saved />}
            </Box>
          </FormActions>
        </GuardedForm>
      </Box>
    </NeedsLock>
  );
};
