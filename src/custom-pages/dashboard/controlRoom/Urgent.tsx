import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { anomalies } from '../../../resources/anomalies.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { toPublic } from '../../../routes/pathMap.ts';
import { figureListPath, useControlRoom } from './query.ts';

interface FigureProps {
  readonly name: string;
  /** Undefined: not known yet, or the call failed. */
  readonly count: number | undefined;
  readonly isPending: boolean;
  /** Address of the list with exactly the records that `count` counts. */
  readonly path: string | undefined;
}

const Figure = ({ name, count, isPending, path }: FigureProps) => {
  const { locale, translate } = useI18n();
  return (
    <Tooltip title={translate(`room.urgent.${name}.about`)}>
      <Paper variant="outlined" sx={{ display: 'flex', '&:has(a:hover)': { borderColor: 'primary.main' } }}>
        <ButtonBase
          {...(path !== undefined && { component: Link, to: path })}
          disabled={path === undefined}
          sx={{ width: 1, px: 2, py: 1, gap: 1.5, justifyContent: 'flex-start', alignItems: 'baseline' }}
        >
          <Typography
            variant="h1"
            component="span"
            sx={{
              fontSize: 32,
              lineHeight: '40px',
              fontVariantNumeric: 'tabular-nums',
              color: count ? 'error.main' : 'text.secondary',
            }}
          >
            {count !== undefined ? formatNumber(count, 0, locale) : isPending ? <Skeleton width="2ch" /> : '—'}
          </Typography>
          <Typography component="span" sx={{ textAlign: 'start', alignSelf: 'center' }}>
            {translate(`room.urgent.${name}.title`)}
          </Typography>
        </ButtonBase>
      </Paper>
    </Tooltip>
  );
};

const silenceFilter = { Kind: 'silence' };

/** Figures that need a manager's attention now. Each links to the list of the records that it counts. */
export const Urgent = () => {
  const { data, isPending } = useControlRoom();
  const oldest = data?.Waiting.at(-1);
  const silent = useGetList(anomalies.name, {
    filter: silenceFilter,
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
  });
  const figures = [
    { name: 'overdue', figure: data?.Overdue },
    { name: 'old', figure: oldest },
    { name: 'unreliable', figure: data?.Unreliable },
  ];
  return (
    <>
      {figures.map(({ name, figure }) => (
        <Figure key={name} {...{ name, isPending }} count={figure?.Count} path={figure && figureListPath(figure)} />
      ))}
      <Figure
        name="silent"
        count={silent.total}
        isPending={silent.isPending}
        path={listAddress(toPublic(`/${anomalies.name}`), { filter: silenceFilter })}
      />
    </>
  );
};
