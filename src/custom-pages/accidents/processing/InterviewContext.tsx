import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useAccount } from '../../../authProvider/account.ts';
import type { Values } from '../../../contract/describedTypes.ts';
import { type CallDraft, callDraft } from '../calls/callDraft.ts';

/** Takes the messages of the server about fields. */
export type RefuseAnswers = (errors: readonly { readonly Field: string; readonly Message: string }[]) => void;

interface InterviewForm {
  readonly readValues: () => Values;
  /** Saves the typed values. Resolves to false if the server refused them; the form then shows the reason. */
  readonly save: () => Promise<boolean>;
  /** Shows why the server refused answers. Opens the step of the first one and focuses its field. */
  readonly refuse: RefuseAnswers;
}

/** Steps of the call card, in the order in which an operator works. */
export const callSteps = ['who', 'phone', 'script', 'answers', 'decision', 'next'] as const;
export type CallStep = (typeof callSteps)[number];

/** Parts of the call card that hold typed input, in the order in which a decision saves them. */
const typedParts = ['answers', 'call', 'note'] as const;
export type TypedPart = (typeof typedParts)[number];

/** Saves the typed input of a part. Resolves to false if it was not saved. */
type SaveTyped = () => Promise<boolean>;

/** Outcome that a button outside the call card proposes. */
export type ProposedOutcome = 'notvalid' | 'later' | undefined;

/** The open step of the call card. A new object is a new request to open the step and to focus its first control. */
interface OpenStep {
  readonly name: CallStep | undefined;
  readonly focuses: boolean;
  readonly outcome?: ProposedOutcome;
  /** Time of the phone call that was just planned. The record learns of it later. */
  readonly nextCallAt?: string | null;
}

interface InterviewContextValue extends InterviewForm {
  readonly openStep: OpenStep;
  readonly setOpenStep: (step: OpenStep) => void;
  readonly unsaved: boolean;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly setForm: (form: InterviewForm | undefined) => void;
  /** Phone call that is entered and not logged. */
  readonly call: CallDraft;
  readonly setCall: (call: CallDraft) => void;
  readonly setTyped: (part: TypedPart, save: SaveTyped | undefined) => void;
  /** Saves all typed input. Resolves to the first part that was not saved, or undefined if all were saved. */
  readonly saveTyped: () => Promise<TypedPart | undefined>;
}
const InterviewContext = createContext<InterviewContextValue | undefined>(undefined);

export const InterviewProvider = ({ accidentId, children }: { accidentId: number; children: ReactNode }) => {
  const accountId = useAccount()?.Id ?? 0;
  const [unsaved, setUnsaved] = useState(false);
  const [openStep, setOpenStep] = useState<OpenStep>({ name: 'who', focuses: false });
  const form = useRef<InterviewForm>(undefined);
  const save = useCallback(() => form.current?.save() ?? Promise.resolve(true), []);
  const readValues = useCallback(() => form.current?.readValues() ?? {}, []);
  const refuse = useCallback<RefuseAnswers>(errors => form.current?.refuse(errors), []);
  const setForm = useCallback((next: InterviewForm | undefined) => {
    form.current = next;
  }, []);
  const [call, setCallState] = useState(() => callDraft.read(accountId, accidentId));
  const setCall = useCallback(
    (next: CallDraft) => {
      callDraft.write(accountId, accidentId, next);
      setCallState(next);
    },
    [accountId, accidentId],
  );
  const saves = useRef<Partial<Record<TypedPart, SaveTyped | undefined>>>({});
  const setTyped = useCallback((part: TypedPart, next: SaveTyped | undefined) => {
    saves.current[part] = next;
  }, []);
  const saveTyped = useCallback(async () => {
    for (const part of typedParts) if (!((await saves.current[part]?.()) ?? true)) return part;
    return undefined;
  }, []);
  const value = useMemo(
    () => ({
      ...{ unsaved, setUnsaved, save, readValues, refuse, setForm, openStep, setOpenStep },
      ...{ call, setCall, setTyped, saveTyped },
    }),
    [openStep, unsaved, save, readValues, refuse, setForm, call, setCall, setTyped, saveTyped],
  );
  return <InterviewContext.Provider value={value}>{children}</InterviewContext.Provider>;
};

export const useInterview = (): InterviewContextValue => {
  const value = useContext(InterviewContext);
  if (!value) throw new Error('useInterview is called outside of <InterviewProvider>');
  return value;
};

/** Registers typed input that a decision about the case saves first. `save`: undefined while nothing is typed. */
export const useTypedPart = (part: TypedPart, save: SaveTyped | undefined): void => {
  const { setTyped } = useInterview();
  useEffect(() => {
    setTyped(part, save);
    return () => setTyped(part, undefined);
  }, [setTyped, part, save]);
};
