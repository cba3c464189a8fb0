import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import { useTotal } from './useTotal.ts';

/** The number on a tile. An unknown number is a dash, not a zero. */
export const Counter = ({ resource }: { resource: string }) => {
  const [locale] = useAppLocale();
  const { data, isPending } = useTotal(resource);
  return (
    <Typography variant="h1" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {isPending ? <Skeleton width="3ch" /> : data === undefined ? '—' : new Intl.NumberFormat(locale).format(data)}
    </Typography>
  );
};
