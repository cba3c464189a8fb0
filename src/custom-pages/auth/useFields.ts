import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { handleFailure } from '../../feedback/failures.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import type { FormDescription } from '../../schema/define.ts';
import { emailRules } from '../../schema/kinds/email.ts';
import type { Field } from '../../schema/kinds/field.ts';
import { makeFieldValidator } from '../../schema/kinds/judging.ts';
import { phoneRules } from '../../schema/kinds/phone.ts';
import { textRules } from '../../schema/kinds/text.ts';

// Uses only the rules of three field kinds. The rules of all kinds are too large to load before the first screen.
const { parseValue, faultOf } = makeFieldValidator(kind =>
  kind === 'email' ? emailRules : kind === 'phone' ? phoneRules : textRules,
);

/** Values of a short form by name in the API. Optional fields may be absent. */
type FormValues<Form extends FormDescription> = {
  readonly [Name in keyof Form['fields'] as Form['fields'][Name] extends { readonly required: true }
    ? Name
    : never]: string;
} & { readonly [Name in keyof Form['fields']]?: string };

export interface FieldInput {
  readonly name: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly inputRef: (element: HTMLInputElement | null) => void;
  readonly autoFocus?: boolean;
}

/**
 * State of a short form, with the same description and checks as other forms. A form library would be too large before
 * the first screen (docs/decisions/010-react-admin.md).
 */
export const useFields = <Form extends FormDescription>(
  form: Form,
  submitValues: (values: FormValues<Form>) => Promise<void>,
) => {
  const i18n = useI18n();
  const names = Object.keys(form.fields);
  const [typedValues, setTypedValues] = useState<{ readonly [name: string]: string }>({});
  const [visited, setVisited] = useState<readonly string[]>([]);
  const [serverFaults, setServerFaults] = useState<{ readonly [name: string]: string | undefined }>({});
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const inputs = useRef<{ [name: string]: HTMLInputElement | null }>({});

  const fieldValue = (name: string) => parseValue(typedValues[name] ?? '', form.fields[name] as Field) as string;
  const markVisited = (name: string) =>
    setVisited(previous => (previous.includes(name) ? previous : [...previous, name]));
  const fieldFault = (name: string): string | undefined => {
    const field = form.fields[name] as Field;
    const fault = faultOf(fieldValue(name), field);
    return fault && faultText(i18n, fault);
  };

  /** Shows the server's field errors under their fields, and other errors above the form. */
  const handleRefusal = (cause: unknown) => {
    // Reports the error here, because this request is neither a query nor a mutation of react-query, which report
    // theirs. The specification requires a toast for every error response.
    if (cause instanceof ApiError) handleFailure(cause);
    const errors = (cause instanceof ApiError && cause.answer?.Errors) || [];
    const fieldErrors = errors.filter(({ Field }) => names.includes(Field));
    setServerFaults(Object.fromEntries(fieldErrors.map(({ Field, Message }) => [Field, Message])));
    const [first] = fieldErrors;
    if (first) inputs.current[first.Field]?.focus();
    else setFailure(cause);
  };

  /** Submits the form if all fields are valid. Otherwise the first invalid field gets the focus. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setVisited(names);
    const invalidField = names.find(fieldFault);
    if (invalidField) return inputs.current[invalidField]?.focus();
    setSending(true);
    setFailure(undefined);
    setServerFaults({});
    const values = names.flatMap(name => (fieldValue(name) ? [[name, fieldValue(name)] as const] : []));
    await submitValues(Object.fromEntries(values) as unknown as FormValues<Form>)
      .catch(handleRefusal)
      .finally(() => setSending(false));
  };

  const field = (name: string): FieldInput => ({
    name,
    value: typedValues[name] ?? '',
    fault: serverFaults[name] ?? (visited.includes(name) ? fieldFault(name) : undefined),
    onChange: value => {
      setTypedValues(previous => ({ ...previous, [name]: value }));
      setServerFaults(previous => ({ ...previous, [name]: undefined }));
      markVisited(name);
    },
    onBlur: () => markVisited(name),
    inputRef: element => {
      inputs.current[name] = element;
    },
  });

  const fillIn = (values: { readonly [name: string]: string }) => {
    setTypedValues(values);
    setFailure(undefined);
  };

  return { form, field, failure, sending, submit, fillIn };
};
