import Box from '@mui/material/Box';
import { RedAlert } from './RedAlert.tsx';

/** The specification's words, in its language. */
export const ErrorFallback = () => (
  <Box sx={{ p: { xs: 2, lg: 3 } }}>
    <RedAlert>Something went wrong. Try later or reload the page</RedAlert>
  </Box>
);
