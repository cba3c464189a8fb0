import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { handleFailure } from '../../feedback/failures.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import type { Described } from '../../schema/define.ts';
import { email } from '../../schema/kinds/email.ts';
import type { Field } from '../../schema/kinds/field.ts';
import { makeJudge } from '../../schema/kinds/judging.ts';
import { phone } from '../../schema/kinds/phoneSpelling.ts';
import { text } from '../../schema/kinds/text.ts';

// Uses only the rules of three field kinds, because the rules of all kinds are too large to load before the first
// screen.
const { parsed, faultOf } = makeJudge(kind => (kind === 'email' ? email : kind === 'phone' ? phone : text));

/** Values of a short form by name in the API. Optional fields may be absent. */
type ValuesIn<Form extends Described> = {
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
export const useFields = <Form extends Described>(form: Form, send: (values: ValuesIn<Form>) => Promise<void>) => {
  const i18n = useI18n();
  const names = Object.keys(form.fields);
  const [typed, setTyped] = useState<{ readonly [name: string]: string }>({});
  const [looked, setLooked] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<{ readonly [name: string]: string | undefined }>({});
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const inputs = useRef<{ [name: string]: HTMLInputElement | null }>({});

  const valueIn = (name: string) => parsed(typed[name] ?? '', form.fields[name] as Field) as string;
  const look = (name: string) => setLooked(before => (before.includes(name) ? before : [...before, name]));
  const faultIn = (name: string): string | undefined => {
    const field = form.fields[name] as Field;
    const fault = faultOf(valueIn(name), field);
    return fault && faultText(i18n, fault);
  };

  /** Shows the server's field errors under their fields, and other errors above the form. */
  const refuse = (cause: unknown) => {
    // Reports the error here, because these calls are no queries. The specification requires a toast for every error
    // response.
    if (cause instanceof ApiError) handleFailure(cause);
    const errors = (cause instanceof ApiError && cause.answer?.Errors) || [];
    const known = errors.filter(({ Field }) => names.includes(Field));
    setRefused(Object.fromEntries(known.map(({ Field, Message }) => [Field, Message])));
    const [first] = known;
    if (first) inputs.current[first.Field]?.focus();
    else setFailure(cause);
  };

  /** Submits the form if all fields are valid. Otherwise the first invalid field gets the focus. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(names);
    const wrong = names.find(faultIn);
    if (wrong) return inputs.current[wrong]?.focus();
    setSending(true);
    setFailure(undefined);
    setRefused({});
    const values = names.flatMap(name => (valueIn(name) ? [[name, valueIn(name)] as const] : []));
    await send(Object.fromEntries(values) as unknown as ValuesIn<Form>)
      .catch(refuse)
      .finally(() => setSending(false));
  };

  const field = (name: string): FieldInput => ({
    name,
    value: typed[name] ?? '',
    fault: refused[name] ?? (looked.includes(name) ? faultIn(name) : undefined),
    onChange: value => {
      setTyped(before => ({ ...before, [name]: value }));
      setRefused(before => ({ ...before, [name]: undefined }));
      look(name);
    },
    onBlur: () => look(name),
    inputRef: element => {
      inputs.current[name] = element;
    },
  });

  const fillIn = (values: { readonly [name: string]: string }) => {
    setTyped(values);
    setFailure(undefined);
  };

  return { form, field, failure, sending, submit, fillIn };
};
