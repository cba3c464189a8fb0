import type { Breakpoint } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether there is room, so that components with another place on narrow screens render only once. */
export const useWide = (from: Breakpoint = 'lg'): boolean =>
  useMediaQuery(theme => theme.breakpoints.up(from), { noSsr: true, defaultMatches: true });
