import { useEffect } from 'react';

let unsavedCount = 0;

/** Registers that the page has unsaved input. Returns the function that removes the registration. */
export const registerUnsaved = (): (() => void) => {
  unsavedCount += 1;
  return () => {
    unsavedCount -= 1;
  };
};

export const useUnsaved = (isDirty: boolean): void => {
  useEffect(() => (isDirty ? registerUnsaved() : undefined), [isDirty]);
};

/** Returns true if leaving the page now would lose input. */
export const hasUnsaved = (): boolean => unsavedCount > 0;
