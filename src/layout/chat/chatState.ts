import { createStore } from '../../store.ts';

/** The open thread. Null is the company's thread. */
interface Chat {
  readonly open: boolean;
  readonly accidentId: number | null;
}

const chat = createStore<Chat>({ open: false, accidentId: null });

export const openChat = (accidentId: number | null): void => chat.set({ open: true, accidentId });
export const closeChat = (): void => chat.set({ ...chat.get(), open: false });
export const useChat = chat.use;
