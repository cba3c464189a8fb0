import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/** The specification's words, in its language. */
const text = 'Something went wrong. Try later or reload the page';

export const ErrorFallback = () => (
  <Box sx={{ p: 3 }}>
    <Alert severity="error" variant="outlined">
      {text}
    </Alert>
  </Box>
);
