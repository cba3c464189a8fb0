import { useTranslate } from 'react-admin';

/** Text of a range: `from 2 to 4`, `from 2`, `to 4`. */
export const RangeText = ({ from, to }: { from?: string; to?: string }) => {
  const translate = useTranslate();
  const lower = from === undefined ? '' : `${translate('lists.filters.from').toLowerCase()} ${from}`;
  const upper = to === undefined ? '' : `${translate('lists.filters.to').toLowerCase()} ${to}`;
  return <>{[lower, upper].filter(Boolean).join(' ')}</>;
};
