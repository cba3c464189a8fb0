import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Values } from '../../../contract/describedTypes.ts';

/** Access to the interview's form for other parts of the page. */
interface InterviewForm {
  /** Returns the values in the form, saved or not. */
  readonly readValues: () => Values;
  /** Saves the typed values. Resolves to false if the server refused them; the form then shows the reason. */
  readonly save: () => Promise<boolean>;
}

interface InterviewContextValue extends InterviewForm {
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly setForm: (form: InterviewForm | undefined) => void;
}
const InterviewContext = createContext<InterviewContextValue | undefined>(undefined);

/** Shares with other parts of the page whether the interview has unsaved input, and how to save it. */
export const InterviewProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  const form = useRef<InterviewForm>(undefined);
  const save = useCallback(() => form.current?.save() ?? Promise.resolve(true), []);
  const readValues = useCallback(() => form.current?.readValues() ?? {}, []);
  const setForm = useCallback((next: InterviewForm | undefined) => {
    form.current = next;
  }, []);
  const value = useMemo(
    () => ({ unsaved, setUnsaved, save, readValues, setForm }),
    [unsaved, save, readValues, setForm],
  );
  return <InterviewContext.Provider value={value}>{children}</InterviewContext.Provider>;
};

export const useInterview = (): InterviewContextValue => {
  const value = useContext(InterviewContext);
  if (!value) throw new Error('useInterview is called outside of <InterviewProvider>');
  return value;
};
