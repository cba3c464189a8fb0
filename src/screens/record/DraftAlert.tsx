import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useFormIsDirty } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { StoredDraft } from './useStoredDraft.ts';

const typingPauseMs = 300;

/** Stores a draft while the user types, and tells the user about a restored draft. */
export const DraftAlert = ({ draft }: { draft: StoredDraft }) => {
  const { translate, locale } = useI18n();
  const { watch, getValues } = useFormContext();
  const isDirty = useFormIsDirty();
  const { isSubmitting, isSubmitSuccessful } = useFormState();
  const { isEnabled, save } = draft;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with it is the same at every drawing
  useEffect(() => {
    if (!isEnabled || !isDirty || isSubmitting || isSubmitSuccessful) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      save(getValues());
    };
    write();
    const { unsubscribe } = watch(() => {
      timer ??= setTimeout(write, typingPauseMs);
    });
    const writeLast = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
    // A reload unmounts nothing, so the last typed letters are stored on `pagehide`.
    addEventListener('pagehide', writeLast);
    return () => {
      removeEventListener('pagehide', writeLast);
      unsubscribe();
      writeLast();
    };
  }, [isEnabled, isDirty, isSubmitting, isSubmitSuccessful]);

  if (!draft.savedAt) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={draft.startOver}>
          {translate('lists.form.draftAnew')}
        </Button>
      }
    >
      {translate('lists.form.draftTaken', { at: formatMoment(new Date(draft.savedAt), locale) })}
    </Alert>
  );
};
