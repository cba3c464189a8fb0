import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { BrandMark } from '../../components/BrandMark.tsx';
import { config } from '../../config.ts';
import { Later } from '../../feedback/Later.tsx';
import { part } from '../../feedback/part.ts';

const CompanyMark = part('CompanyMark', () => import('./CompanyMark.tsx'));

/** The name, leading to the root. */
export const Brand = ({ mini = false }: { mini?: boolean }) => (
  <Box
    component={Link}
    to="/"
    aria-label="Drivedesk"
    sx={{
      display: 'inline-flex',
      minWidth: 0,
      alignItems: 'center',
      gap: 1.25,
      color: 'text.primary',
      textDecoration: 'none',
      typography: 'h3',
      borderRadius: 1,
    }}
  >
    {config.logoUrl ? (
      <Later failed={<BrandMark />} waiting={<BrandMark />}>
        <CompanyMark />
      </Later>
    ) : (
      <BrandMark />
    )}
    {!mini && <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>Drivedesk</Box>}
  </Box>
);
