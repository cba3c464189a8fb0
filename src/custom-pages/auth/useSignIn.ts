import { type FormEvent, useRef, useState } from 'react';
import { signIn } from '../../authProvider/signIn.ts';

const fields = ['email', 'password'] as const;
type FieldName = (typeof fields)[number];
type Values = { readonly [Name in FieldName]: string };

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with a field, as a key of the texts. */
const faultOf = (name: FieldName, value: string): string | undefined => {
  if (value.trim() === '') return 'validation.required';
  return name === 'email' && !emailShape.test(value.trim()) ? 'validation.email' : undefined;
};

/** State of the sign-in form. Two fields do not pay for a form library before the first screen. */
export const useSignIn = () => {
  const [values, setValues] = useState<Values>({ email: '', password: '' });
  const [looked, setLooked] = useState<readonly FieldName[]>([]);
  const [remember, setRemember] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const inputs = useRef<{ [Name in FieldName]?: HTMLInputElement | null }>({});

  const look = (name: FieldName) => setLooked(names => (names.includes(name) ? names : [...names, name]));
  const set = (name: FieldName, value: string) => {
    setValues(before => ({ ...before, [name]: value }));
    look(name);
  };

  /** Checks on change, on blur and on submit; the first wrong field gets the focus. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(fields);
    const wrong = fields.find(name => faultOf(name, values[name]));
    if (wrong) return inputs.current[wrong]?.focus();
    setSending(true);
    setFailure(undefined);
    await signIn({ ...values, remember })
      .catch(setFailure)
      .finally(() => setSending(false));
  };

  const field = (name: FieldName) => ({
    name,
    value: values[name],
    fault: looked.includes(name) ? faultOf(name, values[name]) : undefined,
    onChange: (value: string) => set(name, value),
    onBlur: () => look(name),
    inputRef: (element: HTMLInputElement | null) => {
      inputs.current[name] = element;
    },
  });

  const fillIn = (email: string, password: string) => {
    setValues({ email, password });
    setFailure(undefined);
  };

  return { field, remember, setRemember, failure, sending, submit, fillIn };
};
