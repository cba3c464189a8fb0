import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Values } from '../../../contract/describedTypes.ts';

interface InterviewForm {
  readonly readValues: () => Values;
  /** Saves the typed values. Resolves to false if the server refused them; the form then shows the reason. */
  readonly save: () => Promise<boolean>;
}

/** Steps of the call card, in the order in which an operator works. */
export const callSteps = ['who', 'phone', 'script', 'answers', 'decision', 'next'] as const;
export type CallStep = (typeof callSteps)[number];

/** Outcome that a button outside the call card proposes. */
export type ProposedOutcome = 'notvalid' | 'later' | undefined;

/** The open step of the call card. A new object is a new request to open the step and to focus its first control. */
interface OpenStep {
  readonly name: CallStep | undefined;
  readonly focuses: boolean;
  readonly outcome?: ProposedOutcome;
}

interface InterviewContextValue extends InterviewForm {
  readonly openStep: OpenStep;
  readonly setOpenStep: (step: OpenStep) => void;
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly setForm: (form: InterviewForm | undefined) => void;
}
const InterviewContext = createContext<InterviewContextValue | undefined>(undefined);

export const InterviewProvider = ({ children }: { children: ReactNode }) => {
  const [unsaved, setUnsaved] = useState(false);
  const [openStep, setOpenStep] = useState<OpenStep>({ name: 'who', focuses: false });
  const form = useRef<InterviewForm>(undefined);
  const save = useCallback(() => form.current?.save() ?? Promise.resolve(true), []);
  const readValues = useCallback(() => form.current?.readValues() ?? {}, []);
  const setForm = useCallback((next: InterviewForm | undefined) => {
    form.current = next;
  }, []);
  const value = useMemo(
    () => ({ unsaved, setUnsaved, save, readValues, setForm, openStep, setOpenStep }),
    [openStep, unsaved, save, readValues, setForm],
  );
  return <InterviewContext.Provider value={value}>{children}</InterviewContext.Provider>;
};

export const useInterview = (): InterviewContextValue => {
  const value = useContext(InterviewContext);
  if (!value) throw new Error('useInterview is called outside of <InterviewProvider>');
  return value;
};
