import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Value {
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
}
const Context = createContext<Value>({ unsaved: false, setUnsaved: () => undefined });

/** Lets what stands outside of the form know that it holds something not saved yet. */
export const UnsavedProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  return <Context.Provider value={useMemo(() => ({ unsaved, setUnsaved }), [unsaved])}>{children}</Context.Provider>;
};

/** Does the interview hold something not saved yet? */
export const useInterviewUnsaved = (): boolean => useContext(Context).unsaved;

/** For the form to say so. */
export const useTellUnsaved = (): ((unsaved: boolean) => void) => useContext(Context).setUnsaved;
