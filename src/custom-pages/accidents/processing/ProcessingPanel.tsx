import { useNotify, useTranslate, useUpdate } from 'ra-core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../../api/client.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { accidents } from '../../../resources/accidents.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert } from '../../../screens/form/StaleAlert.tsx';
import { useStale } from '../../../screens/form/useStale.ts';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { recordSchema } from '../../../screens/record/schema.ts';
import { useFailureText } from '../failures.ts';
import { useLease, useRefusal } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { type AccidentRecord, accidentKey, metaOf, useWritten } from '../queries.ts';
import { interviewFields, valuesOf } from './interview.ts';
import { useTellUnsaved } from './Unsaved.tsx';

/** The accident in an address, ignoring its bucket and time, whose change does not leave the form. */
const accidentIn = (pathname: string) => /\/accidents\/[^/]+\/(.+)/.exec(pathname)?.[1];

const useSave = (accident: AccidentDetail) => {
  const translate = useTranslate();
  const notify = useNotify();
  const failureText = useFailureText();
  const refusal = useRefusal();
  const written = useWritten(accident.Id);
  const { stale, settle, onFailure } = useStale(accidentKey(accident), now => ({ ...now, id: accident.Id }));
  const [update] = useUpdate<AccidentRecord, Error>();
  const save = async (data: FieldValues) => {
    const params = { id: accident.Id, data, previousData: accident as AccidentRecord, meta: metaOf(accident.ObjectId) };
    try {
      const fresh = (await update('accidents', params, { returnPromise: true })) as AccidentRecord;
      settle();
      written.record(fresh);
      notify(translate('accident.form.saved'), { type: 'success' });
      return valuesOf(fresh);
    } catch (error) {
      refusal(error);
      if (!onFailure(error) && !(error instanceof ApiError)) notify(failureText(error), { type: 'error' });
      throw error;
    }
  };
  return { save, stale, settle };
};

/** The interview form. A refetched record never overwrites input. */
export const ProcessingPanel = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const { save, stale, settle } = useSave(accident);
  const schema = useMemo(() => recordSchema(accidents, interviewFields, translate), [translate]);
  return (
    <NeedsLock>
      <GuardedForm
        schema={schema}
        values={valuesOf(accident)}
        onSubmit={save}
        placeOf={accidentIn}
        onDirty={useTellUnsaved()}
      >
        {stale && <StaleAlert resource={accidents} {...stale} onSettled={settle} />}
        <Inputs resource={accidents} names={interviewFields} disabled={!mine} />
        <FormActions
          save={translate('accident.form.save')}
          reset={translate('accident.form.reset')}
          disabled={!mine}
          onReset={settle}
        />
      </GuardedForm>
    </NeedsLock>
  );
};
