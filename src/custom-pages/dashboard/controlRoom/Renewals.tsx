import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { serverNow } from '../../../api/clock.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { renewalDays, renewals } from '../../../resources/renewals.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { dayMs } from '../../../schema/kinds/time.ts';
import { wallClock } from '../../../schema/kinds/zone.ts';
import { ExplainedTitle } from './FigureLink.tsx';

const Figure = ({ days, lastDay }: { days: number; lastDay: string }) => {
  const { translate, locale } = useI18n();
  const filter = { ContractEndDateTo: lastDay };
  const { total, isPending } = useGetList(renewals.name, {
    filter,
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
  });
  const label = translate('room.renewals.within', { days });
  const count = total === undefined ? '—' : formatNumber(total, 0, locale);
  return (
    <Box>
      <MuiLink
        component={Link}
        to={listAddress(renewals.navigation.path, { filter })}
        underline="hover"
        aria-label={`${label}: ${count}`}
        sx={{ color: 'text.primary', typography: 'h1', fontVariantNumeric: 'tabular-nums' }}
      >
        {isPending ? <Skeleton width="2ch" sx={{ display: 'inline-block' }} /> : count}
      </MuiLink>{' '}
      {label}
    </Box>
  );
};

/** Numbers of vouchers whose contract ends in the next 30, 60 and 90 days. `zone`: time zone of the company. */
export const Renewals = ({ zone }: { zone: string }) => {
  const { translate } = useI18n();
  const lastDayOf = (days: number) => wallClock(new Date(serverNow() + days * dayMs), zone).slice(0, 10);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 4, rowGap: 1 }}>
      <ExplainedTitle title={translate('room.renewals.title')} about={translate('room.renewals.about')} />
      {[30, 60, renewalDays].map(days => (
        <Figure key={days} days={days} lastDay={lastDayOf(days)} />
      ))}
    </Box>
  );
};
