import type { Breakpoint } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/**
 * Returns true on wide screens. A component that is elsewhere on narrow screens uses it to render in one place only.
 */
export const useIsWide = (breakpoint: Breakpoint = 'lg'): boolean =>
  useMediaQuery(theme => theme.breakpoints.up(breakpoint), { noSsr: true, defaultMatches: true });
