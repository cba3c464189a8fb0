import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { holdsOne, rights } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { Tile } from './Tile.tsx';
import { tiles, tilesFor } from './tiles.ts';

/** Duration that the specification defines, milliseconds. */
const appearingMs = 1500;

/** Progress bar over the top of the page while the dashboard appears. It takes no space. */
export const DashboardProgress = () => {
  const translate = useTranslate();
  const [on, setOn] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOn(false), appearingMs);
    return () => clearTimeout(timer);
  }, []);
  if (!on) return null;
  return (
    <LinearProgress
      aria-label={translate('dashboard.loading')}
      sx={{ position: 'fixed', insetInline: 0, top: 0, zIndex: 'tooltip' }}
    />
  );
};

/** Skeleton with a tile's height. */
const TileSkeleton = () => (
  <Paper sx={{ p: 2 }}>
    <Skeleton variant="rounded" width={24} height={36} sx={{ mb: 1 }} />
    <Skeleton width="60%" />
    <Skeleton width="80%" />
  </Paper>
);

const ControlRoom = lazyComponent('ControlRoom', () => import('./room/ControlRoom.tsx'), 'room');

/** Tiles of all sections, with the number of their rows. Managers also see the control room. */
export const Dashboard = () => {
  const translate = useTranslate();
  const account = useAccount();
  return (
    <>
      <DashboardProgress />
      <HiddenHeading>{translate('routes.dashboard')}</HiddenHeading>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: {
            xs: 'repeat(auto-fill, minmax(min(100%, 160px), 1fr))',
            sm: 'repeat(2, 1fr)',
            lg: 'repeat(4, 1fr)',
          },
          gridAutoRows: '1fr',
        }}
      >
        {account
          ? tilesFor(account.Roles).map(entry => <Tile key={entry.path} entry={entry} />)
          : tiles.map(({ path }) => <TileSkeleton key={path} />)}
      </Box>
      {account && holdsOne(account.Roles, rights.controlRoom) && (
        <LazyBoundary waiting={null}>
          <ControlRoom />
        </LazyBoundary>
      )}
    </>
  );
};
