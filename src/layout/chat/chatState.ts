import { useSyncExternalStore } from 'react';

/** Which thread is open: null is the company's own. */
interface Chat {
  readonly open: boolean;
  readonly accidentId: number | null;
}

let chat: Chat = { open: false, accidentId: null };
const listeners = new Set<() => void>();
const become = (next: Chat) => {
  chat = next;
  for (const listener of listeners) listener();
};

export const openChat = (accidentId: number | null): void => become({ open: true, accidentId });
export const closeChat = (): void => become({ ...chat, open: false });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useChat = (): Chat => useSyncExternalStore(subscribe, () => chat);
