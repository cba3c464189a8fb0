import { useAccount } from '../../authProvider/account.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { createStore } from '../../store.ts';

/** What was written in a thread and not sent, and what it answers. */
interface Draft {
  readonly text: string;
  readonly answered?: MessageRow;
}
const none: Draft = { text: '' };

const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

/** A thread's draft: it outlives the panel, and is nobody else's. */
export const useThreadDraft = (accidentId: number | null) => {
  const key = `${useAccount()?.Id} ${accidentId ?? 0}`;
  const draft = drafts.useSelected(all => all.get(key) ?? none);
  const change = (next: Partial<Draft>): void => {
    const all = drafts.get();
    drafts.set(new Map(all).set(key, { ...(all.get(key) ?? none), ...next }));
  };
  return {
    ...draft,
    setText: (text: string) => change({ text }),
    setAnswered: (answered: MessageRow | undefined) => change({ answered }),
    /** It went out. What was typed meanwhile is the next message. */
    sent: (text: string) => change({ answered: undefined, ...(drafts.get().get(key)?.text === text && { text: '' }) }),
  };
};
