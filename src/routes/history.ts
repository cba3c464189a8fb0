let replacing = false;

/** Whether list state goes into the current history entry. */
export const isReplacing = (): boolean => replacing;

/** Does what changes the address without a new history entry. react-admin navigates in the next task. */
export const inSameEntry = (change: () => void): void => {
  replacing = true;
  change();
  setTimeout(() => {
    replacing = false;
  });
};
