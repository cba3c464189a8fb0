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
  /** The record as last saved in this form. */
  readonly saved: RefObject<Values | undefined>;
  readonly kept?: boolean | undefined;
  readonly placeOf?: (pathname: string) => string | undefined;
  readonly onDirty?: (dirty: boolean) => void;
}

/**
 * Reacts to a submit. After success nothing counts as unsaved. After a failure the first rejected field gets the focus.
 */
const SubmitEffects = ({ saved, kept = false, placeOf, onDirty }: SubmitEffectsProps) => {
  const { reset, getValues, setFocus } = useFormContext();
  // The state's `isDirty` is not used, because it becomes false when a newer record arrives while input is unsaved.
  const isDirty = useFormIsDirty();
  const { isSubmitting, isSubmitSuccessful, submitCount, errors } = useFormState();
  const unsaved = isDirty && !kept && !isSubmitting && !isSubmitSuccessful;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per submission
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const refused = Object.keys(errors).find(name => errors[name]?.type === 'server');
    if (isSubmitSuccessful) reset(saved.current ?? getValues());
    else if (refused) setFocus(refused);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);

  return <LeaveGuard dirty={unsaved} placeOf={placeOf} />;
};

/** Field faults from the server, and the values that the server rejected. */
interface RejectedValues {
  readonly values: FieldValues;
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Returns a resolver of react-hook-form for a yup schema. A fault from the server stays while the field has the
 * rejected value. `stored` returns the values that the server has. Such a text stays valid, even if a newer rule
 * rejects it.
 */
export const resolverOf = (
  schema: AnyObjectSchema,
  refused: () => RejectedValues | undefined,
  stored: () => FieldValues | undefined = () => undefined,
): Resolver => {
  const check = yupResolver(schema) as unknown as Resolver;
  return async (values, _, options) => {
    const context: SchemaContext = { stored: stored() };
    const checked = await check(values, context, options);
    const { messages = {}, values: sent = {} } = refused() ?? {};
    const standing = Object.entries(messages).filter(([name]) => values[name] === sent[name]);
    const errors: FieldErrors = {
      ...Object.fromEntries(standing.map(([name, message]) => [name, { type: 'server', message }])),
      ...checked.errors,
    };
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: checked.values as FieldValues, errors: {} };
  };
};

interface Props extends Pick<ComponentProps<typeof SubmitEffects>, 'placeOf' | 'onDirty'> {
  readonly schema: AnyObjectSchema;
  /** Values to edit. Newer values do not overwrite typed input. Absent: react-admin's record. */
  readonly values?: Values;
  /** Initial values of a new record. */
  readonly defaultValues?: Values;
  /** Typed values are stored elsewhere, so leaving the form needs no confirmation. */
  readonly kept?: boolean;
  /** The form's children show failures, so the form shows no alert. */
  readonly tellsFailures?: boolean;
  /** Sends the form. Resolves to the saved values if the form stays open. Throws if the server refused. */
  readonly onSubmit: (values: FieldValues) => Promise<Values | undefined>;
  readonly children: ReactNode;
}

/** Returns the field errors of a response, by form name. */
const faultsIn = (error: unknown, values: FieldValues): RejectedValues['messages'] => {
  const errors = (error instanceof ApiError && error.answer?.Errors) || [];
  return Object.fromEntries(errors.flatMap(({ Field, Message }) => (Field in values ? [[Field, Message]] : [])));
};

// The object must be the same in every render, because a new object would reset the form.
const followRecord = { keepDirtyValues: true } as const;

/**
 * react-admin's form with the common behaviour: validation on change, blur and submit; the server's faults at their
 * fields; confirmation before leaving with changes. The submitter reports failures.
 */
export const GuardedForm = ({
  schema,
  values,
  defaultValues,
  kept,
  tellsFailures,
  onSubmit,
  children,
  ...following
}: Props) => {
  const [unreadable, setUnreadable] = useState<unknown>();
  const translate = useTranslate();
  const refused = useRef<RejectedValues>(undefined);
  const record = useRecordContext();
  const stored = useRef<FieldValues>(undefined);
  stored.current = values ?? record;
  const resolver = useMemo(
    () =>
      resolverOf(
        schema,
        () => refused.current,
        () => stored.current,
      ),
    [schema],
  );
  const saved = useRef<Values>(undefined);
  const submit = async (typed: FieldValues) => {
    setUnreadable(undefined);
    try {
      saved.current = await onSubmit(typed);
      return undefined;
    } catch (error) {
      const messages = faultsIn(error, typed);
      if (isUnreadable(error)) setUnreadable(error);
      refused.current = { messages, values: typed };
      // The root error marks a failed form as not saved, in addition to field errors.
      return { ...messages, root: { failed: 'failed' } };
    }
  };
  return (
    // The old errors are cleared on submit, because the server may now accept the same values.
    <Box
      onSubmitCapture={() => {
        refused.current = undefined;
      }}
    >
      <Form
        mode="all"
        resolver={resolver}
        record={values}
        defaultValues={defaultValues}
        resetOptions={followRecord}
        onSubmit={submit}
        noValidate
        disableInvalidFormNotification
      >
        <SubmitEffects saved={saved} kept={kept} {...following} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {/* The form shows a failure for which the server sent no message, because no toast shows it. */}
          {!tellsFailures && unreadable !== undefined && <RedAlert>{refusalText(unreadable, translate)}</RedAlert>}
          {children}
        </Box>
      </Form>
    </Box>
  );
};
