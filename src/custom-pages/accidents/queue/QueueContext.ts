import { createContext } from 'react';

/** Whether the queue is open beside or over the case, and the function that opens or closes it. */
export const QueueContext = createContext<{ readonly isOpen: boolean; readonly toggle: () => void }>({
  isOpen: false,
  toggle: () => undefined,
});
