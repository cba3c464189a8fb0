import { useAccount } from '../../authProvider/account.ts';
import type { MessageRow } from '../../contract/shapes/messages.ts';
import { createStore } from '../../store.ts';

/** Unsent message of a thread, and the message that it replies to. */
interface Draft {
  readonly text: string;
  readonly repliedTo?: MessageRow;
}
const emptyDraft: Draft = { text: '' };

const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

/** Returns the draft of a thread. The draft survives closing the panel, and belongs to one account. */
export const useThreadDraft = (accidentId: number | null) => {
  const key = `${useAccount()?.Id} ${accidentId ?? 0}`;
  const draft = drafts.useSelected(all => all.get(key) ?? emptyDraft);
  const updateDraft = (changes: Partial<Draft>): void => {
    const all = drafts.get();
    drafts.set(new Map(all).set(key, { ...(all.get(key) ?? emptyDraft), ...changes }));
  };
  return {
    ...draft,
    setText: (text: string) => updateDraft({ text }),
    setRepliedTo: (repliedTo: MessageRow | undefined) => updateDraft({ repliedTo }),
    /** Removes the sent text from the draft. Text that was typed during sending stays as the next message. */
    removeSent: (text: string) =>
      updateDraft({ repliedTo: undefined, ...(drafts.get().get(key)?.text === text && { text: '' }) }),
  };
};
