import type { Breakpoint } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** Returns true on wide screens. Components with another place on narrow screens use it to render only once. */
export const useIsWide = (from: Breakpoint = 'lg'): boolean =>
  useMediaQuery(theme => theme.breakpoints.up(from), { noSsr: true, defaultMatches: true });
