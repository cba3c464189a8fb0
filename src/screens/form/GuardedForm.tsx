import { yupResolver } from '@hookform/resolvers/yup';
import Box from '@mui/material/Box';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Form, useFormIsDirty, useRecordContext, useTranslate } from 'react-admin';
import { type FieldErrors, type FieldValues, type Resolver, useFormContext, useFormState } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { ApiError } from '../../api/client.ts';
import type { Values } from '../../contract/describedTypes.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { isUnreadable, refusalText } from '../../feedback/refusal.ts';
import type { SchemaContext } from '../../fields/schemas.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';

interface SubmitEffectsProps {
  /** The record as it was last saved in this form. */
  readonly savedValues: RefObject<Values | undefined>;
  readonly skipsLeaveGuard?: boolean | undefined;
  readonly formPathOf?: (pathname: string) => string | undefined;
  readonly onDirtyChange?: (isDirty: boolean) => void;
}

/**
 * Effects of a submit. After success no input counts as unsaved. After a failure the first rejected field gets the
 * focus.
 */
const SubmitEffects = ({ savedValues, skipsLeaveGuard = false, formPathOf, onDirtyChange }: SubmitEffectsProps) => {
  const { reset, getValues, setFocus } = useFormContext();
  // The `isDirty` of react-hook-form is not used. It becomes false when a newer record arrives while input is unsaved.
  const isDirty = useFormIsDirty();
  const { isSubmitting, isSubmitSuccessful, submitCount, errors } = useFormState();
  const hasUnsavedInput = isDirty && !skipsLeaveGuard && !isSubmitting && !isSubmitSuccessful;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after each submission
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const rejectedField = Object.keys(errors).find(name => errors[name]?.type === 'server');
    if (isSubmitSuccessful) reset(savedValues.current ?? getValues());
    else if (rejectedField) setFocus(rejectedField);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    onDirtyChange?.(isDirty);
    return () => onDirtyChange?.(false);
  }, [isDirty, onDirtyChange]);

  return <LeaveGuard isDirty={hasUnsavedInput} formPathOf={formPathOf} />;
};

interface RejectedValues {
  readonly values: FieldValues;
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Returns a resolver of react-hook-form for a yup schema. A fault that the server found stays while the field has the
 * rejected value. `getStored` returns the values that the server has. A stored text stays valid, even if a newer rule
 * would reject it.
 */
export const createResolver = (
  schema: AnyObjectSchema,
  getRejected: () => RejectedValues | undefined,
  getStored: () => FieldValues | undefined = () => undefined,
): Resolver => {
  const validate = yupResolver(schema) as unknown as Resolver;
  return async (values, _, options) => {
    const context: SchemaContext = { stored: getStored() };
    const result = await validate(values, context, options);
    const { messages = {}, values: rejectedValues = {} } = getRejected() ?? {};
    const remainingFaults = Object.entries(messages).filter(([name]) => values[name] === rejectedValues[name]);
    const errors: FieldErrors = {
      ...Object.fromEntries(remainingFaults.map(([name, message]) => [name, { type: 'server', message }])),
      ...result.errors,
    };
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: result.values as FieldValues, errors: {} };
  };
};

interface Props extends Pick<ComponentProps<typeof SubmitEffects>, 'formPathOf' | 'onDirtyChange'> {
  readonly schema: AnyObjectSchema;
  /**
   * Values to edit. Newer values do not overwrite typed input. Absent: the record in the context of react-admin is
   * edited.
   */
  readonly values?: Values;
  readonly defaultValues?: Values;
  /** True: the typed values are stored elsewhere, so leaving the form needs no confirmation. */
  readonly skipsLeaveGuard?: boolean;
  /** True: the children of the form show failures, so the form itself shows no alert. */
  readonly childrenShowFailures?: boolean;
  /** Sends the form. Resolves to the saved values if the form stays open. Throws if the server refused. */
  readonly onSubmit: (values: FieldValues) => Promise<Values | undefined>;
  readonly children: ReactNode;
}

/** Returns the messages about fields from a refusal by the server. Keys are names of the form's fields. */
const readFieldErrors = (error: unknown, values: FieldValues): RejectedValues['messages'] => {
  const errors = (error instanceof ApiError && error.answer?.Errors) || [];
  return Object.fromEntries(errors.flatMap(({ Field, Message }) => (Field in values ? [[Field, Message]] : [])));
};

// A constant, because a new object in each render would reset the form.
const recordResetOptions = { keepDirtyValues: true } as const;

/**
 * Form of react-admin with the common behaviour. Input is validated on change, blur and submit. Faults that the server
 * finds are shown at their fields. Leaving with changes needs confirmation. Other failures are reported by the code
 * that submits.
 */
export const GuardedForm = ({
  schema,
  values,
  defaultValues,
  skipsLeaveGuard,
  childrenShowFailures,
  onSubmit,
  children,
  ...effectProps
}: Props) => {
  const [unreadableError, setUnreadableError] = useState<unknown>();
  const translate = useTranslate();
  const rejected = useRef<RejectedValues>(undefined);
  const record = useRecordContext();
  const storedValues = useRef<FieldValues>(undefined);
  storedValues.current = values ?? record;
  const resolver = useMemo(
    () =>
      createResolver(
        schema,
        () => rejected.current,
        () => storedValues.current,
      ),
    [schema],
  );
  const savedValues = useRef<Values>(undefined);
  const submit = async (typedValues: FieldValues) => {
    setUnreadableError(undefined);
    try {
      savedValues.current = await onSubmit(typedValues);
      return undefined;
    } catch (error) {
      const messages = readFieldErrors(error, typedValues);
      if (isUnreadable(error)) setUnreadableError(error);
      rejected.current = { messages, values: typedValues };
      // The root error marks the form as not saved, also if no single field has an error.
      return { ...messages, root: { failed: 'failed' } };
    }
  };
  return (
    // Faults from the server are cleared on submit, because the server may now accept the same values.
    <Box
      onSubmitCapture={() => {
        rejected.current = undefined;
      }}
    >
      <Form
        mode="all"
        resolver={resolver}
        record={values}
        defaultValues={defaultValues}
        resetOptions={recordResetOptions}
        onSubmit={submit}
        noValidate
        disableInvalidFormNotification
      >
        <SubmitEffects savedValues={savedValues} skipsLeaveGuard={skipsLeaveGuard} {...effectProps} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {/* The form itself shows a failure for which the server sent no message, because no toast shows it. */}
          {!childrenShowFailures && unreadableError !== undefined && (
            <RedAlert>{refusalText(unreadableError, translate)}</RedAlert>
          )}
          {children}
        </Box>
      </Form>
    </Box>
  );
};
