import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAccount } from '../../../authProvider/account.ts';
import { readPersonal, writePersonal } from '../../../components/personal.ts';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';

interface Draft {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Props {
  readonly accidentId: number;
  /** Saved values of the accident. Input that equals them is not stored as a draft. */
  readonly saved: Readonly<Record<string, unknown>>;
}

const typingPauseMs = 300;

const draftIn = (stored: unknown): Draft | undefined => {
  const { at, values } = (stored ?? {}) as Partial<Draft>;
  return typeof at === 'string' && typeof values === 'object' && values !== null ? { at, values } : undefined;
};

/**
 * Stores unsaved input in this browser, so that a reload, a lost lease or an empty battery loses nothing. A stored
 * draft is put into the form as if it had just been typed.
 */
export const InterviewDraft = ({ accidentId, saved }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const account = useAccount()?.Id ?? 0;
  const name = `interview ${accidentId}`;
  const { watch, getValues, setValue, reset } = useFormContext();
  const latest = useRef(saved);
  latest.current = saved;
  const [found, setFound] = useState(() => draftIn(readPersonal(account, name)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is put in once
  useEffect(() => {
    for (const [field, value] of Object.entries(found?.values ?? {}))
      if (field in getValues()) setValue(field, value, { shouldDirty: true, shouldValidate: true });
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      const typed = Object.entries(getValues()).filter(
        ([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(latest.current[field] ?? null),
      );
      const draft = { at: new Date().toISOString(), values: Object.fromEntries(typed) };
      writePersonal(account, name, typed.length > 0 ? draft : undefined);
      if (typed.length === 0) setFound(undefined);
    };
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(write, typingPauseMs);
    });
    // Stores the letters that were typed just before a reload.
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      unsubscribe();
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
  }, [account, name, watch, getValues]);

  if (!found) return null;
  const drop = () => {
    writePersonal(account, name, undefined);
    setFound(undefined);
    reset(latest.current);
  };
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" onClick={drop}>
          {translate('accident.form.dropDraft')}
        </Button>
      }
    >
      {translate('accident.form.draft', { at: formatMoment(new Date(found.at), locale) })}
    </Alert>
  );
};
