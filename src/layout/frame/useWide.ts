import type { Breakpoint } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether there is room: what stands elsewhere on a narrow screen is drawn in one place only. */
export const useWide = (from: Breakpoint = 'lg'): boolean =>
  useMediaQuery(theme => theme.breakpoints.up(from), { noSsr: true, defaultMatches: true });
