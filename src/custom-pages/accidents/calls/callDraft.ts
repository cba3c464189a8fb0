import { readPersonal, writePersonal } from '../../../components/personal.ts';

/** Phone call that the operator has entered and not logged. */
export interface CallDraft {
  readonly result: number | undefined;
  readonly reason: number | undefined;
  readonly comment: string;
  /** Time of the next phone call, set by the operator. Null: the server computes the time. */
  readonly callAt: string | null;
}

export const emptyCallDraft: CallDraft = { result: undefined, reason: undefined, comment: '', callAt: null };

const draftKey = (accidentId: number) => `call ${accidentId}`;

/** Phone call that is not logged yet, stored until it is logged, the tab is closed or the user signs out. */
export const callDraft = {
  read: (accountId: number, accidentId: number): CallDraft => ({
    ...emptyCallDraft,
    ...(readPersonal(accountId, draftKey(accidentId), sessionStorage) as Partial<CallDraft> | null),
  }),
  write: (accountId: number, accidentId: number, draft: CallDraft): boolean =>
    writePersonal(accountId, draftKey(accidentId), draft === emptyCallDraft ? undefined : draft, sessionStorage),
};
