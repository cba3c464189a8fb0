import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { BrandMark } from './BrandMark.tsx';

/** The name, leading to the root. */
export const Brand = ({ mini = false }: { mini?: boolean }) => (
  <Box
    component={Link}
    to="/"
    aria-label="Drivedesk"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1.25,
      color: 'text.primary',
      textDecoration: 'none',
      typography: 'h3',
      borderRadius: 1,
    }}
  >
    <BrandMark />
    {!mini && 'Drivedesk'}
  </Box>
);
