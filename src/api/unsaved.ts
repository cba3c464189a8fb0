import { useEffect } from 'react';

let held = 0;

/** Says that something would be lost if the page went away. Returns the way to take it back. */
export const holdUnsaved = (): (() => void) => {
  held += 1;
  return () => {
    held -= 1;
  };
};

/** Says for a form or a field that it holds what is not saved yet. */
export const useUnsaved = (dirty: boolean): void => {
  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty]);
};

/** Would something be lost if the page went away now? */
export const hasUnsaved = (): boolean => held > 0;
