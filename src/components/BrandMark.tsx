import Box from '@mui/material/Box';

/** The logo: a flat acceleration curve with one impact. */
export const BrandMark = () => (
  <Box
    component="svg"
    viewBox="0 0 32 32"
    aria-hidden
    sx={{ width: 28, height: 28, flexShrink: 0, bgcolor: 'text.primary', color: 'background.paper', borderRadius: 1 }}
  >
    <path
      d="M4 17h6l2.5-3 3 10 4.5-18 3 11h5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </Box>
);
