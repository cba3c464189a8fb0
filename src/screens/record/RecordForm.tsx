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
import { type Resource, writableFields } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import type { SteppedForm } from '../../schema/forms.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { wireNamesForWriting } from '../../schema/wire.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { emptyValues, Inputs, recordSchema } from './Inputs.tsx';

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
  readonly cancelPath: string;
  /** False: the browser's storage refused the draft of the form. */
  readonly isStored: boolean;
}

const stepWireNames = ({ resource: { fields }, form, names }: StepsProps): readonly (readonly string[])[] =>
  form.steps.map(({ rows }) =>
    rows
      .flat()
      .filter(name => names.includes(name))
      .flatMap(name => wireNamesForWriting(name, fields[name] as Field)),
  );

interface StepHeadingsProps {
  readonly titles: readonly string[];
  readonly stepIndex: number;
  readonly faultySteps: readonly boolean[];
  readonly onShow: (stepIndex: number) => void;
}

/** Headings of all steps, as buttons. On a phone only the heading of the present step has space. */
const StepHeadings = ({ titles, stepIndex, faultySteps, onShow }: StepHeadingsProps) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  return isPhone ? (
    <Typography color="textSecondary">
      {translate('lists.form.step', { n: stepIndex + 1, count: titles.length, title: titles[stepIndex] })}
    </Typography>
  ) : (
    <Stepper nonLinear activeStep={stepIndex} sx={{ mb: 1 }}>
      {titles.map((title, index) => (
        <Step key={title} completed={index < stepIndex && !faultySteps[index]}>
          <StepButton color="inherit" onClick={() => onShow(index)}>
            <StepLabel error={faultySteps[index]}>{title}</StepLabel>
          </StepButton>
        </Step>
      ))}
    </Stepper>
  );
};

/** Returns which steps have a fault. After a rejected submission it shows the first of them and focuses the fault. */
const useFaultySteps = (namesByStep: readonly (readonly string[])[], showStep: (stepIndex: number) => void) => {
  const { setFocus } = useFormContext();
  const { errors, submitCount, isSubmitting, isSubmitSuccessful } = useFormState();
  const faultySteps = namesByStep.map(step => step.some(name => errors[name] !== undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after each submission
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || isSubmitSuccessful) return;
    const step = faultySteps.indexOf(true);
    const name = namesByStep[step]?.find(errorName => errors[errorName] !== undefined);
    if (step < 0 || name === undefined) return;
    showStep(step);
    // The timeout waits until the input is rendered in its step.
    setTimeout(() => setFocus(name));
  }, [submitCount, isSubmitting]);
  return faultySteps;
};

/**
 * A form in steps. The button for the next step checks the present step first. On wide screens the user may go to any
 * step by its heading. If the form is rejected, it shows the first step with a fault.
 */
const Steps = (props: StepsProps) => {
  const { resource, form, names, cancelPath, isStored } = props;
  const i18n = useI18n();
  const { translate } = i18n;
  const { trigger } = useFormContext();
  const [stepIndex, setStepIndex] = useState(0);
  const namesByStep = stepWireNames(props);
  const faultySteps = useFaultySteps(namesByStep, setStepIndex);
  const isLastStep = stepIndex === form.steps.length - 1;

  const stepElement = useRef<HTMLElement>(null);
  /**
   * Shows a step of the form from its top. The button for the next step stands at the end, so a long step would be
   * scrolled down.
   */
  const showStep = (step: number) => {
    setStepIndex(step);
    setTimeout(() => {
      stepElement.current?.focus({ preventScroll: true });
      stepElement.current?.scrollIntoView?.();
    });
  };
  const goToNextStep = async () => {
    if (await trigger([...(namesByStep[stepIndex] ?? [])], { shouldFocus: true })) showStep(stepIndex + 1);
  };
  const titles = form.steps.map(step => stepTitle(resource, step, i18n));
  return (
    <>
      <StepHeadings titles={titles} stepIndex={stepIndex} faultySteps={faultySteps} onShow={showStep} />
      <Box
        role="group"
        aria-label={titles[stepIndex]}
        key={stepIndex}
        ref={stepElement}
        tabIndex={-1}
        // Enter in an input opens the next step, like the button "Next". An open list of choices handles Enter itself.
        onKeyDown={event => {
          if (isLastStep || event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
          if (!(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          // Leaving an input completes what was typed, such as a year with two digits.
          event.target.blur();
          void goToNextStep();
        }}
        // The scroll margin keeps the frame's bars and the form's heading visible above the step.
        sx={{ outline: 'none', scrollMarginTop: 240 }}
      >
        <Inputs resource={resource} names={names.filter(name => form.steps[stepIndex]?.rows.flat().includes(name))} />
      </Box>
      {isLastStep ? (
        <FormActions saveLabel={translate('lists.form.save')} canSaveUnchanged>
          <Button onClick={() => showStep(stepIndex - 1)}>{translate('lists.form.back')}</Button>
          <CancelButton to={cancelPath} />
        </FormActions>
      ) : (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="contained" onClick={() => void goToNextStep()}>
            {translate('lists.form.next')}
          </Button>
          {stepIndex > 0 && <Button onClick={() => showStep(stepIndex - 1)}>{translate('lists.form.back')}</Button>}
          <CancelButton to={cancelPath} />
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
  /** React key of the form. A new key resets the form. */
  readonly key: string;
  readonly isEnabled: boolean;
  /** False: the browser's storage refused the last draft of the form, for example because the storage is full. */
  readonly isStored: boolean;
  /**
   * Values of the draft as they were when the page was opened. `savedAt` is the moment at which the draft was stored.
   */
  readonly values: Values;
  readonly savedAt: string | undefined;
  readonly save: (values: Values) => void;
  readonly discard: () => void;
  readonly startOver: () => void;
}

const parseDraft = (stored: unknown): { readonly at: string; readonly values: Values } | undefined => {
  const { at, values } = (stored ?? {}) as { at?: unknown; values?: unknown };
  return typeof at === 'string' && typeof values === 'object' && values !== null
    ? { at, values: values as Values }
    : undefined;
};

/**
 * Draft of a new record, stored in this browser for this account only. If `resource` is undefined, nothing is stored.
 */
const useStoredDraft = (resource: string | undefined): StoredDraft => {
  const account = useAccount()?.Id ?? 0;
  const draftName = `draft ${resource}`;
  const [openedDraft, setOpenedDraft] = useState(() =>
    resource ? parseDraft(readPersonal(account, draftName)) : undefined,
  );
  const [resetCount, setResetCount] = useState(0);
  const [isStored, setStored] = useState(true);
  const discard = () => {
    if (resource) writePersonal(account, draftName, undefined);
  };
  return {
    key: `${resource ?? ''} ${resetCount}`,
    isEnabled: resource !== undefined,
    isStored,
    values: openedDraft?.values ?? {},
    savedAt: openedDraft?.at,
    save: values => {
      if (resource) setStored(writePersonal(account, draftName, { at: new Date().toISOString(), values }));
    },
    discard,
    startOver: () => {
      discard();
      setOpenedDraft(undefined);
      setResetCount(resetCount + 1);
    },
  };
};

const typingPauseMs = 300;

/** Stores a draft of the form while the user types. An alert tells the user if the form shows a restored draft. */
const DraftAlert = ({ draft }: { draft: StoredDraft }) => {
  const { translate, locale } = useI18n();
  const { watch, getValues } = useFormContext();
  const isDirty = useFormIsDirty();
  const { isSubmitting, isSubmitSuccessful } = useFormState();
  const { isEnabled, save } = draft;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` and `getValues` do the same in every render
  useEffect(() => {
    if (!isEnabled || !isDirty || isSubmitting || isSubmitSuccessful) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const storeDraft = () => {
      timer = undefined;
      save(getValues());
    };
    storeDraft();
    const { unsubscribe } = watch(() => {
      timer ??= setTimeout(storeDraft, typingPauseMs);
    });
    const storePending = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      storeDraft();
    };
    // A reload of the page unmounts no component, so the last typed letters are stored on `pagehide`.
    addEventListener('pagehide', storePending);
    return () => {
      removeEventListener('pagehide', storePending);
      unsubscribe();
      storePending();
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
  readonly cancelPath: string;
  readonly onFailure?: (error: unknown) => void;
  /** Content above the inputs. */
  readonly children?: ReactNode;
}

/**
 * Returns a function that saves with the surrounding `Create` or `Edit` of react-admin. It rejects if the API call
 * fails.
 */
const useSave = (
  { resource, onFailure }: Pick<Props, 'resource' | 'onFailure'>,
  names: readonly string[],
  onSaved: () => void,
) => {
  const { save } = useSaveContext();
  return async (values: FieldValues) => {
    let failure: unknown;
    const sentValues = omitReplaced(resource, names, values);
    const onError = (error: unknown) => {
      failure = error;
    };
    // react-admin leaves the page during `save`. The form still counts as being submitted then, so leaving needs no
    // confirmation.
    await save?.(sentValues, { onError });
    if (failure === undefined) {
      onSaved();
      return undefined;
    }
    onFailure?.(failure);
    throw failure;
  };
};

/**
 * Removes the values of fields that other fields replace (`replacedBy`). They are not sent, even if they hold typed
 * text.
 */
const omitReplaced = ({ fields }: Resource, names: readonly string[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const replacement = fields[name]?.replacedBy;
      return replacement === undefined || !names.includes(replacement) || isBlank(values[replacement]);
    }),
  );

/**
 * Generated form of a resource. It validates while the user types, and shows the server's faults at their fields. A
 * record that another person saves meanwhile does not overwrite typed input.
 */
export const RecordForm = ({ resource, verb, cancelPath, onFailure, children }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const names = useMemo(() => writableFields(resource, verb), [resource, verb]);
  const schema = useMemo(() => recordSchema(resource, names, i18n), [resource, names, i18n]);
  const steppedForm = resource.form !== undefined && 'steps' in resource.form ? resource.form : undefined;
  const draft = useStoredDraft(verb === 'create' && steppedForm?.draft ? resource.name : undefined);
  const blankValues = useMemo(() => emptyValues(resource, names), [resource, names]);
  const isStepped = verb === 'create' && steppedForm !== undefined;
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, pt: { xs: 2, md: 2 } }}>
      <GuardedForm
        key={draft.key}
        schema={schema}
        defaultValues={verb === 'create' ? { ...blankValues, ...draft.values } : undefined}
        skipsLeaveGuard={draft.isEnabled && draft.isStored}
        onSubmit={useSave({ resource, onFailure }, names, draft.discard)}
      >
        {children}
        <DraftAlert draft={draft} />
        {isStepped ? (
          <Steps {...{ resource, names, cancelPath }} form={steppedForm} isStored={draft.isStored} />
        ) : (
          <>
            <Inputs resource={resource} names={names} />
            <FormActions saveLabel={translate('lists.form.save')} canSaveUnchanged={verb === 'create'}>
              <CancelButton to={cancelPath} />
            </FormActions>
          </>
        )}
      </GuardedForm>
    </Box>
  );
};
