import { useEffect } from 'react';

let held = 0;

/** Registers unsaved input. Returns the function that removes the registration. */
export const holdUnsaved = (): (() => void) => {
  held += 1;
  return () => {
    held -= 1;
  };
};

/** Registers unsaved input while `dirty`. */
export const useUnsaved = (dirty: boolean): void => {
  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty]);
};

/** Returns true if leaving the page now would lose input. */
export const hasUnsaved = (): boolean => held > 0;
