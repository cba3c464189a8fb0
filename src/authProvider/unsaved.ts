import { useEffect } from 'react';

let typed = false;
let held = 0;

/** Looking for something is not work that could be lost. */
const passing = 'input[type=search], [data-key=search], [role=search] *';

const notice = ({ target }: Event) => {
  if (!(target instanceof Element) || target.matches(passing)) return;
  if (target.closest('main, [role=dialog], form')) typed = true;
};
const noticeChoice = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('[role=option]')) typed = true;
};

/** Notices that something was typed or chosen on a page, whatever form library stands behind it. */
export const watchTyping = (): (() => void) => {
  document.addEventListener('input', notice, true);
  document.addEventListener('click', noticeChoice, true);
  return () => {
    document.removeEventListener('input', notice, true);
    document.removeEventListener('click', noticeChoice, true);
  };
};

/** The page was left: what was typed on it is saved or given up. */
export const forgetTyped = (): void => {
  typed = false;
};

/** Says for a form that it holds changes, where nothing was typed to show it. */
export const useUnsaved = (dirty: boolean): void => {
  useEffect(() => {
    if (!dirty) return;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [dirty]);
};

export const hasUnsaved = (): boolean => typed || held > 0;
