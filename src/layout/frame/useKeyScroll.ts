import { useTheme } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';

/** Arrow keys scroll a panel by the specification's step, unless a control in the panel handles them. */
export const useKeyScroll = () => {
  const { frame } = useTheme();
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = event.key === 'ArrowDown' ? frame.keyScroll : event.key === 'ArrowUp' ? -frame.keyScroll : 0;
      const wanted = event.target instanceof Element && event.target.closest('input, select, textarea, [role=tab]');
      if (by === 0 || wanted || event.defaultPrevented) return;
      event.preventDefault();
      event.currentTarget.scrollTop += by;
    },
  };
};
