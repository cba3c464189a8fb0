import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Failed } from '../../../components/Failed.tsx';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { count } from '../../../i18n/count.ts';
import { scoring } from '../../../resources/scoring.ts';

/**
 * Number of vouchers with a score, and reasons why the others have none. Vouchers without trips are not in the list at
 * all. A remark says if devices with and without acceleration are mixed.
 */
export const Coverage = () => {
  const { translate, locale } = useI18n();
  const { data, isError, refetch } = useQuery({
    queryKey: [scoring.name, 'coverage'],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/coverage')({ signal }),
  });
  if (isError && !data)
    return (
      <Box sx={{ mb: 2.5 }}>
        <Failed text={translate('scoring.coverage.failed')} onRetry={refetch} />
      </Box>
    );
  // The placeholder has the height of the line, so that the list below does not jump.
  if (!data)
    return (
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        <Skeleton width="60%" />
      </Typography>
    );
  const { Vouchers, Scored, WithAcceleration } = data;
  const isMixed = WithAcceleration > 0 && WithAcceleration < Scored;
  if (Scored === Vouchers && !isMixed) return null;
  const number = (count: number) => formatNumber(count, 0, locale);
  const reasons = Object.entries(data.LeftOut)
    .filter(([, vouchers]) => vouchers > 0)
    .map(([reason, vouchers]) => translate(`scoring.coverage.${reason}`, { count: number(vouchers) }));
  const withScored = (key: string, values?: Record<string, unknown>) =>
    translate(key, { ...values, scored: number(Scored) });
  const sentences = [
    ...(Scored < Vouchers
      ? [`${count(withScored, 'scoring.coverage.scored', Vouchers, locale)} ${reasons.join(', ')}.`]
      : []),
    ...(isMixed ? [translate('scoring.coverage.mixed', { count: number(WithAcceleration) })] : []),
  ];
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
      {sentences.join(' ')}
    </Typography>
  );
};
