import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsWide } from './useIsWide.ts';

/** Name of the cookie with the state of the side menu, fixed by the specification. */
const cookieName = 'aside_toggle';
const yearSeconds = 365 * 24 * 60 * 60;

export const readMinimised = (): boolean => document.cookie.split('; ').includes(`${cookieName}=minimised`);

const saveMinimised = (minimised: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox ESR and Safari
  document.cookie = `${cookieName}=${minimised ? 'minimised' : 'expanded'}; path=/; max-age=${yearSeconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
};

/**
 * Returns the state of the side menu: minimised or not, which is stored, and open or not. A minimised menu opens while
 * the pointer is over it.
 */
export const useSideMenu = () => {
  const { hoverOpenMs, hoverCloseMs } = useTheme().frame;
  const [stored, setStored] = useState(readMinimised);
  // Between tablet and laptop width the page needs the space. The menu is therefore minimised until the user opens it,
  // and the stored state is ignored.
  const isExtraWide = useIsWide('xl');
  const [isOpenedOnNarrow, setIsOpenedOnNarrow] = useState(false);
  const minimised = isExtraWide ? stored : !isOpenedOnNarrow;
  const [isHovered, setIsHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hover = useCallback(
    (isOver: boolean) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsHovered(isOver), isOver ? hoverOpenMs : hoverCloseMs);
    },
    [hoverOpenMs, hoverCloseMs],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  const toggle = useCallback(() => {
    clearTimeout(timer.current);
    setIsHovered(false);
    if (!isExtraWide) {
      setIsOpenedOnNarrow(minimised);
      return;
    }
    setStored(!minimised);
    saveMinimised(!minimised);
  }, [minimised, isExtraWide]);

  return { minimised, open: !minimised || isHovered, hover, toggle };
};
