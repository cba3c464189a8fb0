import Typography from '@mui/material/Typography';
import { useFormat } from './useFormat.ts';

/** Complication of the traffic. If it is unknown, the text says so, with the reason as a hint or below. */
export const ComplicationText = ({
  complication,
  decimals = 0,
  showsReason = false,
}: {
  complication: number | null;
  decimals?: number;
  showsReason?: boolean;
}) => {
  const { number, translate } = useFormat();
  if (complication !== null) return number(complication, decimals);
  const reason = translate('scoring.trips.complicationHelp');
  if (!showsReason) return <span title={reason}>{translate('scoring.trips.complicationUnknown')}</span>;
  return (
    <>
      {translate('scoring.trips.complicationUnknown')}
      <Typography component="div" variant="caption" color="textSecondary">
        {reason}
      </Typography>
    </>
  );
};
