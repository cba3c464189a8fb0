import Box from '@mui/material/Box';
import { Form } from 'ra-core';
import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { AnyObject, ObjectSchema } from 'yup';
import { ApiError } from '../../api/client.ts';
import { Following } from './Following.tsx';
import { type Refused, resolverOf } from './resolver.ts';

type Values = Readonly<Record<string, unknown>>;

interface Props extends Pick<ComponentProps<typeof Following>, 'placeOf' | 'onDirty'> {
  readonly schema: ObjectSchema<AnyObject>;
  /** What is changed; a fresher one does not undo what was typed. Absent: the record around the form. */
  readonly values?: Values;
  /** What a new one begins with. */
  readonly defaultValues?: Values;
  /** What is typed is kept elsewhere: it may be left without a question. */
  readonly kept?: boolean;
  /** Sends it. Answers the values as they are saved now, where the form stays; throws when it was refused. */
  readonly onSubmit: (values: FieldValues) => Promise<Values | undefined>;
  readonly children: ReactNode;
}

/** What a failure says of single fields, by the form's names. */
const faultsIn = (error: unknown, values: FieldValues): Refused['messages'] => {
  const errors = (error instanceof ApiError && error.answer?.Errors) || [];
  return Object.fromEntries(errors.flatMap(({ Field, Message }) => (Field in values ? [[Field, Message]] : [])));
};

// One object: another one would take back what stands in the form.
const followRecord = { keepDirtyValues: true } as const;

/**
 * react-admin's form with what every form of the cabinet has: checks while one types, on leaving a field and on sending;
 * the server's faults at their fields; the question before it is left with changes. Failures are told by whoever sends.
 */
export const GuardedForm = ({ schema, values, defaultValues, kept, onSubmit, children, ...following }: Props) => {
  const refused = useRef<Refused>(undefined);
  const resolver = useMemo(() => resolverOf(schema, () => refused.current), [schema]);
  const saved = useRef<Values>(undefined);
  const submit = async (typed: FieldValues) => {
    try {
      saved.current = await onSubmit(typed);
      return undefined;
    } catch (error) {
      const messages = faultsIn(error, typed);
      refused.current = { messages, values: typed };
      // Beside those of fields: a form that failed was not saved.
      return { ...messages, root: { failed: 'failed' } };
    }
  };
  return (
    // Sent again, the same may be taken now.
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
        <Box sx={{ display: 'grid', gap: 2.5 }}>{children}</Box>
      </Form>
    </Box>
  );
};
