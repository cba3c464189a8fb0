import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';

/** Error of a value, as a key of the texts. */
export type Check = (value: string) => string | undefined;

export interface FieldInput {
  readonly name: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly inputRef: (element: HTMLInputElement | null) => void;
}

interface FormOptions<Name extends string> {
  readonly checks: { readonly [N in Name]: Check };
  /** Wire names of the fields, to show the server's faults under them. */
  readonly wire?: { readonly [N in Name]?: string };
  readonly send: (values: { readonly [N in Name]: string }) => Promise<void>;
}

/** State of a short form: a form library before the first screen would be too much. */
export const useFields = <Name extends string>({ checks, wire = {}, send }: FormOptions<Name>) => {
  const names = Object.keys(checks) as Name[];
  const empty = Object.fromEntries(names.map(name => [name, ''])) as { readonly [N in Name]: string };
  const [values, setValues] = useState(empty);
  const [looked, setLooked] = useState<readonly Name[]>([]);
  const [refused, setRefused] = useState<{ readonly [N in Name]?: string }>({});
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const inputs = useRef<{ [N in Name]?: HTMLInputElement | null }>({});

  const look = (name: Name) => setLooked(before => (before.includes(name) ? before : [...before, name]));

  /** The server's faults go under their fields, others above the form. */
  const refuse = (cause: unknown) => {
    const errors = (cause instanceof ApiError && cause.answer?.Errors) || [];
    const known = names.flatMap(name => {
      const error = errors.find(({ Field }) => Field === (wire as { [N in Name]?: string })[name]);
      return error ? [[name, error.Message] as const] : [];
    });
    setRefused(Object.fromEntries(known) as { [N in Name]?: string });
    if (known.length === 0) return setFailure(cause);
    inputs.current[(known[0] as readonly [Name, string])[0]]?.focus();
  };

  /** Validates on change, blur and submit; the first invalid field is focused. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(names);
    const wrong = names.find(name => checks[name](values[name]));
    if (wrong) return inputs.current[wrong]?.focus();
    setSending(true);
    setFailure(undefined);
    setRefused({});
    await send(values)
      .catch(refuse)
      .finally(() => setSending(false));
  };

  const field = (name: Name): FieldInput => ({
    name,
    value: values[name],
    fault: refused[name] ?? (looked.includes(name) ? checks[name](values[name]) : undefined),
    onChange: value => {
      setValues(before => ({ ...before, [name]: value }));
      setRefused(before => ({ ...before, [name]: undefined }));
      look(name);
    },
    onBlur: () => look(name),
    inputRef: element => {
      inputs.current[name] = element;
    },
  });

  const fillIn = (initial: { readonly [N in Name]: string }) => {
    setValues(initial);
    setFailure(undefined);
  };

  return { field, failure, sending, submit, fillIn };
};
