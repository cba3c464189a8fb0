import { useSyncExternalStore } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';

/** What was written in a thread and not sent, and what it answers. */
interface Draft {
  readonly text: string;
  readonly answered?: MessageRow;
}
const none: Draft = { text: '' };

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** A thread's draft: it outlives the panel, and is nobody else's. */
export const useThreadDraft = (accidentId: number | null) => {
  const key = `${useAccount()?.Id} ${accidentId ?? 0}`;
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? none);
  const change = (next: Partial<Draft>): void => {
    drafts.set(key, { ...(drafts.get(key) ?? none), ...next });
    for (const listener of listeners) listener();
  };
  return {
    ...draft,
    setText: (text: string) => change({ text }),
    setAnswered: (answered: MessageRow | undefined) => change({ answered }),
    /** It went out. What was typed meanwhile is the next message. */
    sent: (text: string) => change({ answered: undefined, ...(drafts.get(key)?.text === text && { text: '' }) }),
  };
};
