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
  readonly savedValues: Readonly<Record<string, unknown>>;
}

const typingPauseMs = 300;

const parseDraft = (stored: unknown): Draft | undefined => {
  const { at, values } = (stored ?? {}) as Partial<Draft>;
  return typeof at === 'string' && typeof values === 'object' && values !== null ? { at, values } : undefined;
};

/**
 * Stores unsaved input in this browser, so that a reload, a lost lease or an empty battery loses nothing. A stored
 * draft is put into the form as if it had just been typed.
 */
export const InterviewDraft = ({ accidentId, savedValues }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const accountId = useAccount()?.Id ?? 0;
  const storageKey = `interview ${accidentId}`;
  const { watch, getValues, setValue, reset } = useFormContext();
  const latestSaved = useRef(savedValues);
  latestSaved.current = savedValues;
  const [restoredDraft, setRestoredDraft] = useState(() => parseDraft(readPersonal(accountId, storageKey)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is applied once
  useEffect(() => {
    for (const [field, value] of Object.entries(restoredDraft?.values ?? {}))
      if (field in getValues()) setValue(field, value, { shouldDirty: true, shouldValidate: true });
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeDraft = () => {
      timer = undefined;
      const changedEntries = Object.entries(getValues()).filter(
        ([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(latestSaved.current[field] ?? null),
      );
      const newDraft = { at: new Date().toISOString(), values: Object.fromEntries(changedEntries) };
      writePersonal(accountId, storageKey, changedEntries.length > 0 ? newDraft : undefined);
      if (changedEntries.length === 0) setRestoredDraft(undefined);
    };
    const { unsubscribe } = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(writeDraft, typingPauseMs);
    });
    // Stores the draft when the page is left, because the last letters may be too recent for the timer.
    addEventListener('pagehide', writeDraft);
    return () => {
      removeEventListener('pagehide', writeDraft);
      unsubscribe();
      if (timer === undefined) return;
      clearTimeout(timer);
      writeDraft();
    };
  }, [accountId, storageKey, watch, getValues]);

  if (!restoredDraft) return null;
  const discardDraft = () => {
    writePersonal(accountId, storageKey, undefined);
    setRestoredDraft(undefined);
    reset(latestSaved.current);
  };
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" onClick={discardDraft}>
          {translate('accident.form.dropDraft')}
        </Button>
      }
    >
      {translate('accident.form.draft', { at: formatMoment(new Date(restoredDraft.at), locale) })}
    </Alert>
  );
};
