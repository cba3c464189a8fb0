import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Value {
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
}
const Context = createContext<Value>({ unsaved: false, setUnsaved: () => undefined });

/** Shares outside the form whether it has unsaved input. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  return <Context.Provider value={useMemo(() => ({ unsaved, setUnsaved }), [unsaved])}>{children}</Context.Provider>;
};

export const useInterviewUnsaved = (): boolean => useContext(Context).unsaved;

export const useTellUnsaved = (): ((unsaved: boolean) => void) => useContext(Context).setUnsaved;
