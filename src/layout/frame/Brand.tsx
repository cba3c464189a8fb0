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
    {/* All of the word or nothing: where there is no room it falls into a second line, out of sight. */}
    {!mini && (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', minWidth: 0, height: '1lh', overflow: 'hidden' }}>
        <Box sx={{ width: 0, height: '1lh' }} />
        <Box>Drivedesk</Box>
      </Box>
    )}
  </Box>
);
