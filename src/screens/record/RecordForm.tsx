import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepButton from '@mui/material/StepButton';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useFormIsDirty, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { readPersonal, writePersonal } from '../../components/personal.ts';
import { useIsPhone } from '../../components/useIsPhone.ts';
import type { Values } from '../../contract/describedTypes.ts';
import { formatMoment } from '../../fields/format.ts';
import { stepTitle, useI18n } from '../../fields/useI18n.ts';
import { type Resource, writtenFields } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import type { SteppedForm } from '../../schema/forms.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { writtenNames } from '../../schema/wire.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

/** Leaves a form without saving. */
const CancelButton = ({ to }: { to: string }) => {
  const translate = useTranslate();
  return (
    <Button component={Link} to={to}>
      {translate('frame.cancel')}
    </Button>
  );
};

interface StepsProps {
  readonly resource: Resource;
  readonly form: SteppedForm;
  readonly names: readonly string[];
  readonly cancel: string;
  /** False: the browser's storage refused the draft of the form. */
  readonly isStored: boolean;
}

/** Returns the wire names of each step. */
const stepNames = ({ resource: { fields }, form, names }: StepsProps): readonly (readonly string[])[] =>
  form.steps.map(({ rows }) =>
    rows
      .flat()
      .filter(name => names.includes(name))
      .flatMap(name => writtenNames(name, fields[name] as Field)),
  );

/**
 * A form in steps. The button for the next step checks the present step first. On wide screens the user may go to any
 * step by its heading. If the form is rejected, it shows the first step with a fault.
 */
const Steps = (props: StepsProps) => {
  const { resource, form, names, cancel, isStored } = props;
  const i18n = useI18n();
  const { translate } = i18n;
  const phone = useIsPhone();
  const { trigger, setFocus } = useFormContext();
  const { errors, submitCount, isSubmitting, isSubmitSuccessful } = useFormState();
  const [at, setAt] = useState(0);
  const inSteps = stepNames(props);
  const faulty = inSteps.map(step => step.some(name => errors[name] !== undefined));
  const last = at === form.steps.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it was sent
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || isSubmitSuccessful) return;
    const step = faulty.indexOf(true);
    const name = inSteps[step]?.find(each => errors[each] !== undefined);
    if (step < 0 || name === undefined) return;
    setAt(step);
    // Waits until the input of the step is rendered.
    setTimeout(() => setFocus(name));
  }, [submitCount, isSubmitting]);

  const fields = useRef<HTMLElement>(null);
  /** Shows a step from its top, because the button for the next step stands at the end of a long step. */
  const go = (step: number) => {
    setAt(step);
    setTimeout(() => {
      fields.current?.focus({ preventScroll: true });
      fields.current?.scrollIntoView?.();
    });
  };
  const next = async () => {
    if (await trigger([...(inSteps[at] ?? [])], { shouldFocus: true })) go(at + 1);
  };
  const step = form.steps[at];
  const title = step ? stepTitle(resource, step, i18n) : '';
  return (
    <>
      {phone ? (
        <Typography color="textSecondary">
          {translate('lists.form.step', { n: at + 1, count: form.steps.length, title })}
        </Typography>
      ) : (
        <Stepper nonLinear activeStep={at} sx={{ mb: 1 }}>
          {form.steps.map((step, index) => (
            <Step key={step.title.en} completed={index < at && !faulty[index]}>
              <StepButton color="inherit" onClick={() => go(index)}>
                <StepLabel error={faulty[index]}>{stepTitle(resource, step, i18n)}</StepLabel>
              </StepButton>
            </Step>
          ))}
        </Stepper>
      )}
      <Box
        role="group"
        aria-label={title}
        key={at}
        ref={fields}
        tabIndex={-1}
        // The frame's bars and the form's heading stay visible above the step.
        sx={{ outline: 'none', scrollMarginTop: 240 }}
      >
        <Inputs resource={resource} names={names.filter(name => form.steps[at]?.rows.flat().includes(name))} />
      </Box>
      {last ? (
        <FormActions save={translate('lists.form.save')} always>
          <Button onClick={() => go(at - 1)}>{translate('lists.form.back')}</Button>
          <CancelButton to={cancel} />
        </FormActions>
      ) : (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="contained" onClick={() => void next()}>
            {translate('lists.form.next')}
          </Button>
          {at > 0 && <Button onClick={() => go(at - 1)}>{translate('lists.form.back')}</Button>}
          <CancelButton to={cancel} />
        </Box>
      )}
      {form.draft && isStored && (
        <Typography variant="caption" color="textSecondary">
          {translate('lists.form.draftKept')}
        </Typography>
      )}
    </>
  );
};

interface StoredDraft {
  /** A new key resets the form. */
  readonly key: string;
  readonly isEnabled: boolean;
  /** False: the browser's storage refused the last draft, for example because the storage is full. */
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
  const i18n = useI18n();
  const { translate } = i18n;
  const names = useMemo(() => writtenFields(resource, verb), [resource, verb]);
  const schema = useMemo(() => recordSchema(resource, names, i18n), [resource, names, i18n]);
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
