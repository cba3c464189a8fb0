import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsWide } from './useIsWide.ts';

/** Name of the cookie, fixed by the specification. */
const cookie = 'aside_toggle';
const yearSeconds = 365 * 24 * 60 * 60;

export const readMinimised = (): boolean => document.cookie.split('; ').includes(`${cookie}=minimised`);

const saveMinimised = (minimised: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox ESR and Safari
  document.cookie = `${cookie}=${minimised ? 'minimised' : 'expanded'}; path=/; max-age=${yearSeconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
};

/** State of the side menu. It is stored. A minimised menu opens while hovered. */
export const useSideMenu = () => {
  const { hoverOpenMs, hoverCloseMs } = useTheme().frame;
  const [stored, setStored] = useState(readMinimised);
  // On widths between tablet and laptop the page needs the space, so the menu is folded until the user opens it. The
  // stored state is ignored.
  const roomy = useIsWide('xl');
  const [openedTight, setOpenedTight] = useState(false);
  const minimised = roomy ? stored : !openedTight;
  const [hovered, setHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hover = useCallback(
    (over: boolean) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setHovered(over), over ? hoverOpenMs : hoverCloseMs);
    },
    [hoverOpenMs, hoverCloseMs],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  const toggle = useCallback(() => {
    clearTimeout(timer.current);
    setHovered(false);
    if (!roomy) {
      setOpenedTight(minimised);
      return;
    }
    setStored(!minimised);
    saveMinimised(!minimised);
  }, [minimised, roomy]);

  return { minimised, open: !minimised || hovered, hover, toggle };
};
