import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ControlRoomData } from '../../../contract/calls/controlRoom.ts';
import { formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { Bars } from './Bars.tsx';
import { HoursChart, ScoresChart } from './Charts.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';
import { DeviceModels, OperatorLoad } from './OperatorLoad.tsx';
import { OperatorWeek } from './OperatorWeek.tsx';
import { useControlRoom } from './query.ts';
import { Renewals } from './Renewals.tsx';
import { ScoreLiftCard } from './ScoreLiftCard.tsx';

const ageColours = ['chart.quiet', 'text.secondary', 'chart.minor', 'error.main'];

const Queue = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string, values = {}) => translate(`room.waiting.${key}`, values);
  const formatAge = ({ FromHours: from, ToHours: to }: ControlRoomData['Waiting'][number]) =>
    to === null ? t('over', { from }) : from === 0 ? t('under', { to }) : t('between', { from, to });
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={controlRoom.Waiting.map((figure, index) => ({
          key: String(figure.FromHours),
          label: formatAge(figure),
          value: <FigureLink figure={figure} label={`${t('title')}, ${formatAge(figure)}`} about={t('about')} />,
          parts: [[figure.Count, ageColours[index] ?? 'error.main']],
        }))}
      />
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mt: 1.5 }}>
        <Typography color={controlRoom.Overdue.Count > 0 ? 'error' : undefined}>{t('overdue')}</Typography>
        <FigureLink figure={controlRoom.Overdue} label={t('overdue')} about={t('overdueAbout')} />
      </Box>
    </>
  );
};

const FirstContact = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate, locale } = useI18n();
  const t = (key: string, values = {}) => translate(`room.contact.${key}`, values);
  const { MedianMin, EarlierMedianMin, OnTimeShare, Of } = controlRoom.FirstContact;
  const formatMinutes = (minutes: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(minutes);
  const details = [
    MedianMin === null ? t('none') : t('median'),
    EarlierMedianMin === null ? undefined : t('earlier', { minutes: formatMinutes(EarlierMedianMin) }),
    OnTimeShare === null
      ? undefined
      : t('onTime', { percent: new Intl.NumberFormat(locale, { style: 'percent' }).format(OnTimeShare) }),
  ].filter(text => text !== undefined);
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Typography variant="h1" component="p">
        {MedianMin === null ? '—' : formatMinutes(MedianMin)}
      </Typography>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {details.join(' · ')}
      </Typography>
      <Bars
        bars={Of.map(figure => ({
          key: figure.List,
          label: t(`of.${figure.List}`),
          value: <FigureLink figure={figure} label={`${t('title')}, ${t(`of.${figure.List}`)}`} about={t('about')} />,
          parts: [[figure.Count, 'primary.main']],
        }))}
      />
    </>
  );
};

/** Number of a month's crashes by outcome of the work on their cases. */
const Outcomes = ({ controlRoom: { Outcomes: outcomes } }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.outcomes.${key}`);
  const bars = [
    ['confirmed', outcomes.Confirmed, 'primary.main'],
    ['notConfirmed', outcomes.NotConfirmed, 'chart.minor'],
    ['mini', outcomes.Mini, 'chart.quiet'],
  ] as const;
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={bars.map(([key, figure, colour]) => ({
          key,
          label: t(key),
          value: <FigureLink figure={figure} label={t(key)} about={t('about')} large />,
          parts: [[figure.Count, colour]],
        }))}
      />
    </>
  );
};

const chartHeight = 350;
const cardHeight = 208;

const Card = ({ children }: { children: ReactNode }) => <Paper sx={{ p: 2, minWidth: 0 }}>{children}</Paper>;

const CardSkeleton = ({ height }: { height: number }) => <Skeleton variant="rounded" height={height} />;

const skeletonHeights = [cardHeight, cardHeight, cardHeight, chartHeight, chartHeight];

const columnsStyle = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  alignItems: 'stretch',
} as const;
const wideStyle = { gridColumn: { lg: 'span 2' }, minWidth: 0, display: 'grid' } as const;

/**
 * The control room on a manager's dashboard: figures of the company. Each figure links to the list of the records that
 * it counts.
 */
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
      <QueryContent
        query={query}
        failureText="room.failed"
        skeleton={
          <Box sx={columnsStyle}>
            {skeletonHeights.map((height, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <CardSkeleton key={index} height={height} />
            ))}
          </Box>
        }
      >
        {controlRoom => (
          <Box sx={columnsStyle}>
            <Card>
              <Queue controlRoom={controlRoom} />
            </Card>
            <Card>
              <FirstContact controlRoom={controlRoom} />
            </Card>
            <Card>
              <Outcomes controlRoom={controlRoom} />
            </Card>
            <Box sx={wideStyle}>
              <HoursChart controlRoom={controlRoom} />
            </Box>
            <Card>
              <DeviceModels controlRoom={controlRoom} />
            </Card>
            <Box sx={wideStyle}>
              <Card>
                <OperatorLoad controlRoom={controlRoom} />
              </Card>
            </Box>
            <ScoresChart />
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <Card>
                <OperatorWeek zone={controlRoom.TimeZone} />
              </Card>
            </Box>
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <Card>
                <Renewals zone={controlRoom.TimeZone} />
              </Card>
            </Box>
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <ScoreLiftCard />
            </Box>
          </Box>
        )}
      </QueryContent>
    </Box>
  );
};
