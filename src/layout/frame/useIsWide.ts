import type { Breakpoint } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/**
 * Returns true on wide screens. Components use it to render in only one of two places when narrow screens show them
 * elsewhere.
 */
export const useIsWide = (breakpoint: Breakpoint = 'lg'): boolean =>
  useMediaQuery(theme => theme.breakpoints.up(breakpoint), { noSsr: true, defaultMatches: true });
