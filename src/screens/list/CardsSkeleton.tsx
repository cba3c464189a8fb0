import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { CardGrid } from './Cards.tsx';
import { cardOf } from './card.ts';
import { useListView } from './view.tsx';

const count = 12;

export const CardsSkeleton = () => {
  const { resource, i18n } = useListView();
  const card = cardOf(resource);
  return (
    <CardGrid role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of a skeleton are identical
        <Paper key={index} component="li" aria-hidden sx={{ p: 1.5 }}>
          <Skeleton width="40%" />
          <Skeleton width="60%" sx={{ mb: 1 }} />
          {card.lines.map(name => (
            <Skeleton key={name} width="90%" />
          ))}
        </Paper>
      ))}
    </CardGrid>
  );
};
