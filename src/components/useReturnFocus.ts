import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to the button that started a request. A button that is disabled during its request loses the focus,
 * so without this no single key could send again after a failure.
 */
export const useReturnFocus = (isBusy: boolean): void => {
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      pressed.current = document.activeElement;
      return;
    }
    const { current } = pressed;
    pressed.current = null;
    if (document.activeElement === document.body && current instanceof HTMLElement) current.focus();
  }, [isBusy]);
};
