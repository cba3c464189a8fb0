import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { icons } from '../../components/icons.ts';
import { hasAnyRole, rights } from '../../contract/access.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import type { RouteEntry } from '../../routes/entry.ts';
import { routeTable } from '../../routes/table.ts';
import { partHeight } from './myWorkSize.ts';

const tiles = routeTable.filter(({ tile }) => tile !== undefined).sort((a, b) => (a.tile ?? 0) - (b.tile ?? 0));

export const tilesFor = (roles: readonly string[]): readonly RouteEntry[] =>
  tiles.filter(entry => hasAnyRole(roles, entry.roles));

const useRecordTotal = (resource: string) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['dashboard', 'total', resource],
    // Uses a small page, because only the total is needed.
    queryFn: async ({ signal }) => {
      const { total } = await dataProvider.getList(resource, {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
        signal,
      });
      return total ?? 0;
    },
  });
};

/** Number of records on a tile. An unknown number is a dash, not a zero. */
const Counter = ({ resource }: { resource: string }) => {
  const [locale] = useAppLocale();
  const { data, isPending } = useRecordTotal(resource);
  return (
    <Typography variant="h1" component="span" sx={{ fontVariantNumeric: 'tabular-nums', ml: 'auto' }}>
      {isPending ? <Skeleton width="3ch" /> : data === undefined ? '—' : new Intl.NumberFormat(locale).format(data)}
    </Typography>
  );
};

const TileButton = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  justifyContent: 'flex-start',
  textAlign: 'left',
  padding: theme.spacing(1, 2),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  transition: theme.transitions.create('border-color', { duration: theme.transitions.duration.shortest }),
  '&:hover': { borderColor: theme.palette.primary.main },
})) as typeof ButtonBase;

const Tile = ({ entry }: { entry: RouteEntry }) => {
  const translate = useTranslate();
  const Icon = entry.icon ? icons[entry.icon] : undefined;
  return (
    // A counted list opens without the filter that the list remembers, because the number counts all records.
    <TileButton component={Link} to={entry.showsRowCount ? `${entry.path}?filter={}` : entry.path}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center', width: 1, minHeight: 32 }}>
        {Icon && <Icon fontSize="small" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} />}
        {/* The number moves to a line of its own where it does not fit beside the longest word. */}
        <Typography variant="h3" component="span" sx={{ flex: 1, minWidth: 'min-content' }}>
          {translate(`routes.${entry.tileTitle ?? entry.title}`)}
        </Typography>
        {entry.showsRowCount && entry.resource && <Counter resource={entry.resource} />}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary">
        {translate(`dashboard.tiles.${entry.tileTitle ?? entry.title}`)}
      </Typography>
    </TileButton>
  );
};

/** Duration of the progress bar, milliseconds. The specification defines it. */
const progressBarMs = 1500;

/** Progress bar that is shown when the dashboard opens. It lies over the top of the page and moves nothing. */
export const DashboardProgress = () => {
  const translate = useTranslate();
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(false), progressBarMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isVisible) return null;
  return (
    <LinearProgress
      aria-label={translate('dashboard.loading')}
      sx={{ position: 'fixed', insetInline: 0, top: 0, zIndex: 'tooltip' }}
    />
  );
};

const TileSkeleton = () => (
  <Paper sx={{ px: 2, py: 1 }}>
    <Skeleton width="60%" height={32} />
    <Skeleton width="80%" />
  </Paper>
);

const ControlRoom = lazyComponent('ControlRoom', () => import('./controlRoom/ControlRoom.tsx'), 'room');
const Urgent = lazyComponent('Urgent', () => import('./controlRoom/Urgent.tsx'), 'room');
const MyWork = lazyComponent('MyWork', () => import('./MyWork.tsx'), 'room');

/** Height of an urgent figure, pixels. It is kept free while the figures load. */
const urgentHeight = 58;

/**
 * Tiles of all sections, with the number of their records. Managers see what is urgent above the tiles, and the control
 * room with figures of the company below them. Other accounts see their own work above the tiles.
 */
export const Dashboard = () => {
  const translate = useTranslate();
  const account = useAccount();
  const seesControlRoom = account && hasAnyRole(account.Roles, rights.controlRoom);
  return (
    <>
      <DashboardProgress />
      <HiddenHeading>{translate('routes.dashboard')}</HiddenHeading>
      {seesControlRoom && (
        <Box
          component="section"
          aria-label={translate('dashboard.urgent')}
          sx={{
            display: 'grid',
            gap: { xs: 1, sm: 2 },
            mb: { xs: 1, sm: 2 },
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
            gridTemplateRows: {
              xs: `repeat(2, minmax(${urgentHeight}px, auto))`,
              lg: `minmax(${urgentHeight}px, auto)`,
            },
          }}
        >
          <LazyBoundary waiting={null}>
            <Urgent />
          </LazyBoundary>
        </Box>
      )}
      {account && !seesControlRoom && (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 1, sm: 2 },
            mb: { xs: 1, sm: 2 },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
            gridTemplateRows: { xs: `repeat(3, ${partHeight}px)`, md: `${partHeight}px` },
          }}
        >
          <LazyBoundary waiting={null}>
            <MyWork accountId={account.Id} />
          </LazyBoundary>
        </Box>
      )}
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
      {seesControlRoom && (
        <LazyBoundary waiting={null}>
          <ControlRoom />
        </LazyBoundary>
      )}
    </>
  );
};
