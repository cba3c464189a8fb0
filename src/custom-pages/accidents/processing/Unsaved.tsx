import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Values } from '../../../contract/describedTypes.ts';

/** Access to the interview's form for other parts of the page. */
interface Form {
  /** Returns the values in the form, saved or not. */
  readonly typed: () => Values;
  /** Saves the typed values. Resolves to false if the server refused them; the form then shows the reason. */
  readonly save: () => Promise<boolean>;
}

interface Value extends Form {
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly setForm: (form: Form | undefined) => void;
}
const Context = createContext<Value | undefined>(undefined);

/** Shares with other parts of the page whether the interview has unsaved input, and how to save it. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  const form = useRef<Form>(undefined);
  const save = useCallback(() => form.current?.save() ?? Promise.resolve(true), []);
  const typed = useCallback(() => form.current?.typed() ?? {}, []);
  const setForm = useCallback((next: Form | undefined) => {
    form.current = next;
  }, []);
  const value = useMemo(() => ({ unsaved, setUnsaved, save, typed, setForm }), [unsaved, save, typed, setForm]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
};

export const useInterview = (): Value => {
  const value = useContext(Context);
  if (!value) throw new Error('useInterview is called outside of <UnsavedProvider>');
  return value;
};
