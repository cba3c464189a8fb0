import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { holdsOne, rights } from '../../contract/access.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { DashboardProgress } from './DashboardProgress.tsx';
import { Tile } from './Tile.tsx';
import { TileSkeleton } from './TileSkeleton.tsx';
import { tiles, tilesFor } from './tiles.ts';

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
