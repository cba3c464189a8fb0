import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { icons } from '../../components/icons.ts';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import type { RouteEntry } from '../../routes/entry.ts';

/** Total number of rows of a resource's list. Live events invalidate it. */
const useTotal = (resource: string) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['dashboard', 'total', resource],
    // Only the total is needed, so the page size is minimal.
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

/** The number on a tile. An unknown number is a dash, not a zero. */
const Counter = ({ resource }: { resource: string }) => {
  const [locale] = useAppLocale();
  const { data, isPending } = useTotal(resource);
  return (
    <Typography variant="h1" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {isPending ? <Skeleton width="3ch" /> : data === undefined ? '—' : new Intl.NumberFormat(locale).format(data)}
    </Typography>
  );
};

const Frame = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  justifyContent: 'flex-start',
  textAlign: 'left',
  padding: theme.spacing(2),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  transition: theme.transitions.create('border-color', { duration: theme.transitions.duration.shortest }),
  '&:hover': { borderColor: theme.palette.primary.main },
})) as typeof ButtonBase;

/** Tile of a section: title, contents and number of rows. */
export const Tile = ({ entry }: { entry: RouteEntry }) => {
  const translate = useTranslate();
  const Icon = entry.icon ? icons[entry.icon] : undefined;
  return (
    <Frame component={Link} to={entry.path}>
      <Box
        sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', width: 1, minHeight: 36, mb: 1 }}
      >
        {Icon && <Icon sx={{ color: 'text.secondary' }} />}
        {entry.counted && entry.resource && <Counter resource={entry.resource} />}
      </Box>
      <Typography variant="h3" component="span">
        {translate(`routes.${entry.tileTitle ?? entry.title}`)}
      </Typography>
      <Typography component="span" color="textSecondary">
        {translate(`dashboard.tiles.${entry.tileTitle ?? entry.title}`)}
      </Typography>
    </Frame>
  );
};
