import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, api, currentIn } from '../../../api/client.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { showAnswered } from '../../../fields/answeredErrors.ts';
import { useFailureWords } from '../failures.ts';
import { useRefusal } from '../lock/LeaseContext.tsx';
import { useWritten } from '../queries.ts';
import { changedFields, changesOf, merged, type Values, valuesOf, type WrittenField } from './values.ts';

export interface Stale {
  readonly fields: readonly WrittenField[];
  readonly before: Values;
  readonly now: Values;
}

/** The form over a record that others may change: what is typed is never lost to a fresher record. */
export const useProcessing = (accident: AccidentDetail) => {
  const translate = useTranslate();
  const notify = useNotify();
  const words = useFailureWords();
  const refusal = useRefusal();
  const written = useWritten(accident.Id);
  const base = useRef(accident);
  const [stale, setStale] = useState<Stale>();
  const form = useForm<Values>({ defaultValues: valuesOf(accident), mode: 'all' });
  const { reset, getValues, formState } = form;

  const rebase = (current: AccidentDetail) => {
    const before = valuesOf(base.current);
    const now = valuesOf(current);
    const typed = merged(before, getValues(), now);
    base.current = current;
    reset(now);
    for (const field of changedFields(now, typed)) form.setValue(field, typed[field], { shouldDirty: true });
    return { fields: changedFields(before, now), before, now };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the record only, not what is typed meanwhile
  useEffect(() => {
    if (accident.Version !== base.current.Version) rebase(accident);
  }, [accident]);

  const save = useMutation({
    mutationFn: (values: Values) =>
      api('PUT /api/v2/Accident/{id}', {
        params: { id: accident.Id },
        body: { ...changesOf(valuesOf(base.current), values), Version: base.current.Version },
      }),
    onSuccess: fresh => {
      base.current = fresh;
      reset(valuesOf(fresh));
      setStale(undefined);
      written.record(fresh);
      notify(translate('accident.form.saved'), { type: 'success' });
    },
    onError: error => {
      refusal(error);
      const current = currentIn(error) as AccidentDetail | undefined;
      if (current) {
        setStale(rebase(current));
        written.record(current);
      } else if (!(error instanceof ApiError)) notify(words(error), { type: 'error' });
      showAnswered(error, form, field => (field in getValues() ? (field as WrittenField) : undefined));
    },
  });
  return { form, save, stale, dirty: formState.isDirty, reset: () => reset(valuesOf(base.current)) };
};
