import Box from '@mui/material/Box';
import { Form, useTranslate } from 'ra-core';
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { ApiError } from '../../api/client.ts';
import type { Values } from '../../contract/described.ts';
import { RedAlert } from '../../feedback/RedAlert.tsx';
import { isWordless, refusalText } from '../../feedback/refusal.ts';
import { Following } from './Following.tsx';
import { type Refused, resolverOf } from './resolver.ts';

interface Props extends Pick<ComponentProps<typeof Following>, 'placeOf' | 'onDirty'> {
  readonly schema: AnyObjectSchema;
  /** Values to edit; newer ones do not overwrite input. Absent: react-admin's record. */
  readonly values?: Values;
  /** Initial values of a new record. */
  readonly defaultValues?: Values;
  /** What is typed is kept elsewhere: it may be left without a question. */
  readonly kept?: boolean;
  /** The form's children show failures, so the form shows no alert. */
  readonly tellsFailures?: boolean;
  /** Sends it. Answers the values as they are saved now, where the form stays; throws when it was refused. */
  readonly onSubmit: (values: FieldValues) => Promise<Values | undefined>;
  readonly children: ReactNode;
}

/** Faults of single fields in an error, by form name. */
const faultsIn = (error: unknown, values: FieldValues): Refused['messages'] => {
  const errors = (error instanceof ApiError && error.answer?.Errors) || [];
  return Object.fromEntries(errors.flatMap(({ Field, Message }) => (Field in values ? [[Field, Message]] : [])));
};

// Constant: a new object would reset the form.
const followRecord = { keepDirtyValues: true } as const;

/**
 * react-admin's form with what all our forms share: validation on change, blur and submit; the server's faults at their
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
  const [wordless, setWordless] = useState<unknown>();
  const translate = useTranslate();
  const refused = useRef<Refused>(undefined);
  const resolver = useMemo(() => resolverOf(schema, () => refused.current), [schema]);
  const saved = useRef<Values>(undefined);
  const submit = async (typed: FieldValues) => {
    setWordless(undefined);
    try {
      saved.current = await onSubmit(typed);
      return undefined;
    } catch (error) {
      const messages = faultsIn(error, typed);
      if (isWordless(error)) setWordless(error);
      refused.current = { messages, values: typed };
      // Besides field errors: a failed form is not saved.
      return { ...messages, root: { failed: 'failed' } };
    }
  };
  return (
    // Resubmitted, the same values may be accepted.
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
        <Following saved={saved} kept={kept} {...following} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {/* No toast shows such a response. */}
          {!tellsFailures && wordless !== undefined && <RedAlert>{refusalText(wordless, translate)}</RedAlert>}
          {children}
        </Box>
      </Form>
    </Box>
  );
};
