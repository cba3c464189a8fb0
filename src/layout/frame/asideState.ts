import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The specification's cookie. */
const cookie = 'aside_toggle';
const yearSeconds = 365 * 24 * 60 * 60;

export const readMinimised = (): boolean => document.cookie.split('; ').includes(`${cookie}=minimised`);

const saveMinimised = (minimised: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox ESR and Safari
  document.cookie = `${cookie}=${minimised ? 'minimised' : 'expanded'}; path=/; max-age=${yearSeconds}; samesite=lax`;
};

/** The aside's state is stored; minimised, it opens while hovered. */
export const useAside = () => {
  const { hoverOpenMs, hoverCloseMs } = useTheme().frame;
  const [minimised, setMinimised] = useState(readMinimised);
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
    setMinimised(!minimised);
    saveMinimised(!minimised);
  }, [minimised]);

  return { minimised, open: !minimised || hovered, hover, toggle };
};
