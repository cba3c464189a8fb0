import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useFormIsDirty, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form';
import { useAccount } from '../../authProvider/account.ts';
import { readPersonal, writePersonal } from '../../components/personal.ts';
import type { Values } from '../../contract/described.ts';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { type Resource, writtenFields } from '../../schema/define.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { CancelButton } from './CancelButton.tsx';
import { Inputs } from './Inputs.tsx';
import { Steps } from './Steps.tsx';
import { emptyValues, recordSchema } from './schema.ts';

interface StoredDraft {
  /** A new key resets the form. */
  readonly key: string;
  readonly isEnabled: boolean;
  /** The browser's storage took the draft when it was last written. */
  readonly isStored: boolean;
  /** Values of the draft when the page was opened, and the time of the draft. */
  readonly values: Values;
  readonly savedAt: string | undefined;
  readonly save: (values: Values) => void;
  readonly discard: () => void;
  readonly startOver: () => void;
}

const draftIn = (stored: unknown): { readonly at: string; readonly values: Values } | undefined => {
  const { at, values } = (stored ?? {}) as { at?: unknown; values?: unknown };
  return typeof at === 'string' && typeof values === 'object' && values !== null
    ? { at, values: values as Values }
    : undefined;
};

/**
 * Draft of a new record, stored in this browser for this account only. With an undefined resource nothing is stored.
 */
const useStoredDraft = (resource: string | undefined): StoredDraft => {
  const account = useAccount()?.Id ?? 0;
  const name = `draft ${resource}`;
  const [found, setFound] = useState(() => (resource ? draftIn(readPersonal(account, name)) : undefined));
  const [round, setRound] = useState(0);
  const [isStored, setStored] = useState(true);
  const discard = () => {
    if (resource) writePersonal(account, name, undefined);
  };
  return {
    key: `${resource ?? ''} ${round}`,
    isEnabled: resource !== undefined,
    isStored,
    values: found?.values ?? {},
    savedAt: found?.at,
    save: values => {
      if (resource) setStored(writePersonal(account, name, { at: new Date().toISOString(), values }));
    },
    discard,
    startOver: () => {
      discard();
      setFound(undefined);
      setRound(round + 1);
    },
  };
};

const typingPauseMs = 300;

/** Stores a draft while the user types, and tells the user about a restored draft. */
const DraftAlert = ({ draft }: { draft: StoredDraft }) => {
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

interface Props {
  readonly resource: Resource;
  readonly verb: 'create' | 'update';
  /** Path of the cancel link. */
  readonly cancel: string;
  readonly onFailure?: (error: unknown) => void;
  /** Content above the inputs. */
  readonly children?: ReactNode;
}

/** Saves with the surrounding `Create` or `Edit`. Rejects if the call fails. */
const useSave = (
  { resource, onFailure }: Pick<Props, 'resource' | 'onFailure'>,
  names: readonly string[],
  onSaved: () => void,
) => {
  const { save } = useSaveContext();
  return async (values: FieldValues) => {
    let failure: unknown;
    const asked = withoutNeedless(resource, names, values);
    const onError = (error: unknown) => {
      failure = error;
    };
    // Runs before the page is left, so that saved input does not count as unsaved.
    await save?.(asked, { onError });
    if (failure === undefined) {
      onSaved();
      return undefined;
    }
    onFailure?.(failure);
    throw failure;
  };
};

/** A field that another field replaces (`unless`) is not sent, even if it holds typed text. */
const withoutNeedless = ({ fields }: Resource, names: readonly string[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const other = fields[name]?.unless;
      return other === undefined || !names.includes(other) || isBlank(values[other]);
    }),
  );

/**
 * Generated form of a resource. It validates while the user types, and shows the server's faults at their fields. A
 * record that another person saves meanwhile does not overwrite typed input.
 */
export const RecordForm = ({ resource, verb, cancel, onFailure, children }: Props) => {
  const translate = useTranslate();
  const names = useMemo(() => writtenFields(resource, verb), [resource, verb]);
  const schema = useMemo(() => recordSchema(resource, names, translate), [resource, names, translate]);
  const stepped = resource.form !== undefined && 'steps' in resource.form ? resource.form : undefined;
  const draft = useStoredDraft(verb === 'create' && stepped?.draft ? resource.name : undefined);
  const empty = useMemo(() => emptyValues(resource, names), [resource, names]);
  const inSteps = verb === 'create' && stepped !== undefined;
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, pt: { xs: 2, md: 2 } }}>
      <GuardedForm
        key={draft.key}
        schema={schema}
        defaultValues={verb === 'create' ? { ...empty, ...draft.values } : undefined}
        kept={draft.isEnabled && draft.isStored}
        onSubmit={useSave({ resource, onFailure }, names, draft.discard)}
      >
        {children}
        <DraftAlert draft={draft} />
        {inSteps ? (
          <Steps {...{ resource, names, cancel }} form={stepped} isStored={draft.isStored} />
        ) : (
          <>
            <Inputs resource={resource} names={names} />
            <FormActions save={translate('lists.form.save')} always={verb === 'create'}>
              <CancelButton to={cancel} />
            </FormActions>
          </>
        )}
      </GuardedForm>
    </Box>
  );
};
