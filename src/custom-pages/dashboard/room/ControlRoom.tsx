import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Loaded } from '../../../components/Loaded.tsx';
import { formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { HoursChart, ScoresChart } from './Charts.tsx';
import { Models, OperatorLoad } from './OperatorLoad.tsx';
import { FirstContact, Outcomes, Queue } from './Queue.tsx';
import { useControlRoom } from './queries.ts';

const chartHeight = 350;
const cardHeight = 208;

const Card = ({ children }: { children: ReactNode }) => <Paper sx={{ p: 2, minWidth: 0 }}>{children}</Paper>;

const Waiting = ({ height }: { height: number }) => <Skeleton variant="rounded" height={height} />;

const skeleton = [cardHeight, cardHeight, cardHeight, chartHeight, chartHeight];

const columns = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  alignItems: 'stretch',
} as const;
const wide = { gridColumn: { lg: 'span 2' }, minWidth: 0, display: 'grid' } as const;

/** Work figures of the company on a manager's dashboard. Each figure leads to the list behind it. */
export const ControlRoom = () => {
  const { translate } = useI18n();
  const query = useControlRoom();
  return (
    <Box component="section" aria-labelledby="control-room" sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, mb: 1 }}>
        <Typography variant="h2" id="control-room">
          {translate('room.title')}
        </Typography>
        {query.data && (
          <>
            <Typography variant="body2" color="textSecondary">
              {translate('room.at', { time: formatTime(new Date(query.data.At)) })}
            </Typography>
            <IconButton
              size="small"
              aria-label={translate('lists.refresh')}
              title={translate('lists.refresh')}
              disabled={query.isFetching}
              onClick={() => void query.refetch()}
              sx={{ alignSelf: 'center', ml: -1 }}
            >
              <Refresh fontSize="small" />
            </IconButton>
          </>
        )}
      </Box>
      <Loaded
        query={query}
        failed="room.failed"
        skeleton={
          <Box sx={columns}>
            {skeleton.map((height, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Waiting key={at} height={height} />
            ))}
          </Box>
        }
      >
        {room => (
          <Box sx={columns}>
            <Card>
              <Queue room={room} />
            </Card>
            <Card>
              <FirstContact room={room} />
            </Card>
            <Card>
              <Outcomes room={room} />
            </Card>
            <Box sx={wide}>
              <HoursChart room={room} />
            </Box>
            <Card>
              <Models room={room} />
            </Card>
            <Box sx={wide}>
              <Card>
                <OperatorLoad room={room} />
              </Card>
            </Box>
            <ScoresChart />
          </Box>
        )}
      </Loaded>
    </Box>
  );
};
