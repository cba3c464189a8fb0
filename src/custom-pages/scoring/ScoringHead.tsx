import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PageAction } from '../../components/PageAction.tsx';
import { PageActions } from '../../components/PageActions.tsx';
import { bandText } from '../../components/score/ScoreText.tsx';
import { bandOf, bandSeverity } from '../../contract/scoring.ts';
import type { PeriodExplained } from '../../contract/shapes/statistics.ts';
import { vouchers } from '../../resources/vouchers.ts';
import { recordAddress } from '../../schema/addresses.ts';
import { type ScoringObject, useFigures, type usePeriod } from './queries.ts';
import { useFormat } from './useFormat.ts';
import { useVehicles, type useVoucher } from './useVoucher.ts';

const Figure = ({ period }: { period: PeriodExplained }) => {
  const { locale, translate, number } = useFormat();
  const { Score, Explanation, ScoreReason } = period;
  if (Score === null)
    return (
      <Box sx={{ maxWidth: '36ch' }}>
        <Typography variant="h3" component="p">
          {translate('scoring.none.title')}
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {translate(`scoring.none.${ScoreReason ?? 'notEnoughData'}`, {
            distance: number(period.DistanceKm, 1),
            least: number(Explanation.LeastDistanceKm),
          })}
        </Typography>
      </Box>
    );
  const band = bandOf(Score);
  const text = translate('scoring.bandOf', { score: number(Score, 1), band: bandText(band, locale) });
  return (
    <Box role="img" aria-label={text} sx={{ textAlign: { sm: 'end' } }}>
      <Typography
        component="div"
        sx={{ fontSize: '2.5rem', lineHeight: 1, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {number(Score, 1)}
      </Typography>
      <Typography component="div" variant="subtitle2" sx={{ color: `severityText.${bandSeverity[band]}` }}>
        {bandText(band, locale)}
      </Typography>
    </Box>
  );
};

/** The score that the list shows. */
const AllTime = ({ who }: { who: ScoringObject }) => {
  const { translate, number } = useFormat();
  const { data } = useFigures('GET /api/v2/StatisticSummingGlobal', who);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
      {data && data.Score !== null && translate('scoring.allTime', { score: number(data.Score, 1) })}
    </Typography>
  );
};

interface Props {
  readonly who: ScoringObject;
  readonly voucher: ReturnType<typeof useVoucher>['data'];
  readonly period: ReturnType<typeof usePeriod>;
  readonly objectId: string | undefined;
  readonly onCar: (objectId: string) => void;
}

/** Driver, vehicle and summary of the driving. */
export const ScoringHead = ({ who, voucher, period, objectId, onCar }: Props) => {
  const { translate } = useFormat();
  const cars = useVehicles(voucher?.id ?? 0, voucher !== undefined);
  const present = voucher && [`${voucher.VehicleBrand} ${voucher.VehicleModel ?? ''}`.trim(), voucher.VehicleRegNumber];
  // A former vehicle has the same title as in the list of vehicles of the voucher.
  const vehicle =
    objectId === voucher?.ObjectId ? (present ?? []) : [cars.find(car => car.objectId === objectId)?.title];
  const address = voucher && recordAddress(vouchers, voucher);
  return (
    <Paper component="header" sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {voucher ? voucher.ClientName : <Skeleton width="60%" />}
        </Typography>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {voucher ? [...vehicle, voucher.VoucherNumber].filter(Boolean).join(' · ') : <Skeleton width="40%" />}
        </Typography>
      </Box>
      {cars.length > 1 && objectId !== undefined && (
        <TextField
          select
          size="small"
          label={translate('scoring.car')}
          value={cars.some(car => car.objectId === objectId) ? objectId : ''}
          onChange={event => onCar(event.target.value)}
          sx={{ minWidth: 240 }}
        >
          {cars.map(car => (
            <MenuItem key={car.objectId} value={car.objectId}>
              {car.title}
              {car.objectId === voucher?.ObjectId && ` (${translate('scoring.now')})`}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box
        sx={{
          ...{ minHeight: 84, minWidth: 120, display: 'grid', alignContent: 'center' },
          justifyItems: { xs: 'start', sm: 'end' },
        }}
      >
        {period.data ? <Figure period={period.data} /> : !period.isError && <Skeleton width={96} height={56} />}
        <AllTime who={who} />
      </Box>
      {address && (
        <PageActions>
          <PageAction to={address} icon={<AssignmentOutlined />} label={translate('scoring.card')} />
        </PageActions>
      )}
    </Paper>
  );
};
