import { createStore } from '../../store.ts';

/** State of the chat panel. `accidentId` is the accident of the open thread. Null: the thread of the whole company. */
interface Chat {
  readonly open: boolean;
  readonly accidentId: number | null;
}

const chat = createStore<Chat>({ open: false, accidentId: null });

export const openChat = (accidentId: number | null): void => chat.set({ open: true, accidentId });
export const closeChat = (): void => chat.set({ ...chat.get(), open: false });
export const useChat = chat.use;
