import { useFormat } from './useFormat.ts';

/** Complication of the traffic. If it is unknown, the text says so, with the reason as a hint. */
export const ComplicationText = ({
  complication,
  decimals = 0,
}: {
  complication: number | null;
  decimals?: number;
}) => {
  const { number, translate } = useFormat();
  if (complication !== null) return number(complication, decimals);
  return (
    <span title={translate('scoring.trips.complicationHelp')}>{translate('scoring.trips.complicationUnknown')}</span>
  );
};
