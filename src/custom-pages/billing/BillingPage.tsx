import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { addMonths, monthText } from '../../fields/dates/month.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { ResourceList } from '../../screens/ResourceList.tsx';
import { wallClock } from '../../settings/zone.ts';

/** Returns true if the text is a month in the format of the billing calls, for example `2026-01`. */
const isMonth = (text: string): boolean => /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/.test(text);

const figureNames = ['Active', 'Began', 'Ended', 'VoucherDays'] as const;

const Figures = ({ month }: { month: string }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const { data, isError, refetch } = useQuery({
    queryKey: ['billing', month],
    queryFn: ({ signal }) => api('GET /api/v2/Billing/vouchers/count')({ query: { month }, signal }),
  });
  if (isError)
    return (
      <Box sx={{ mb: 2 }}>
        <FailureAlert text={translate('admin.billing.failed')} onRetry={refetch} />
      </Box>
    );
  return (
    <Box
      component="dl"
      sx={{ m: 0, mb: 2, display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
    >
      {figureNames.map(name => (
        <Paper key={name} sx={{ p: 2 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {translate(`admin.billing.figures.${name}`)}
          </Typography>
          <Typography component="dd" variant="h1" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {data ? formatNumber(data[name], 0, locale) : <Skeleton width="4ch" />}
          </Typography>
        </Paper>
      ))}
    </Box>
  );
};

export const BillingPage = () => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [search, setSearch] = useSearchParams();
  const currentMonth = wallClock(new Date(serverNow())).slice(0, '2026-01'.length);
  const requestedMonth = search.get('month') ?? currentMonth;
  const month = isMonth(requestedMonth) ? requestedMonth : currentMonth;
  const changeMonth = (months: number) => setSearch(new URLSearchParams({ month: addMonths(month, months) }));
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
        <IconButton aria-label={translate('admin.billing.earlier')} onClick={() => changeMonth(-1)}>
          <ChevronLeft />
        </IconButton>
        <Typography variant="h1" aria-live="polite" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
          {monthText(month, locale)}
        </Typography>
        <IconButton
          aria-label={translate('admin.billing.later')}
          disabled={month >= currentMonth}
          onClick={() => changeMonth(1)}
        >
          <ChevronRight />
        </IconButton>
      </Box>
      <Figures month={month} />
      <LazyBoundary>
        <ResourceList name="billedVouchers" fixedParams={{ month }} />
      </LazyBoundary>
    </>
  );
};
