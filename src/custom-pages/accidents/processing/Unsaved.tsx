import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';

type Save = () => Promise<boolean>;

interface Value {
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
  /** Saves what was typed; false: it was refused, and the form says why. */
  readonly save: Save;
  readonly setSave: (save: Save | undefined) => void;
}
const Context = createContext<Value | undefined>(undefined);

/** Shares outside the interview whether it has unsaved input, and how to save it. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  const saving = useRef<Save>(undefined);
  const save = useCallback(() => saving.current?.() ?? Promise.resolve(true), []);
  const setSave = useCallback((next: Save | undefined) => {
    saving.current = next;
  }, []);
  const value = useMemo(() => ({ unsaved, setUnsaved, save, setSave }), [unsaved, save, setSave]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
};

export const useInterview = (): Value => {
  const value = useContext(Context);
  if (!value) throw new Error('useInterview is called outside of <UnsavedProvider>');
  return value;
};
