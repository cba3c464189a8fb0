import Box from '@mui/material/Box';
import { useListContext } from 'ra-core';
import { Cards } from './Cards.tsx';
import { CardsSkeleton } from './CardsSkeleton.tsx';
import { EmptyState, NothingMatches } from './EmptyState.tsx';
import { FailedState } from './FailedState.tsx';
import { activeFilters, useFilters } from './filters.ts';
import { Table } from './Table.tsx';
import { useListView } from './view.tsx';

/** Rows, or why there are none. */
export const ListBody = () => {
  const { data, isPending, isPlaceholderData, error } = useListContext();
  const { resource, asCards } = useListView();
  const { values } = useFilters();
  if (error && !data) return <FailedState error={error} />;
  if (data?.length === 0) {
    const narrowed = values.q !== undefined || activeFilters(resource, values).length > 0;
    return narrowed ? <NothingMatches /> : <EmptyState />;
  }
  return (
    <Box
      aria-busy={isPending || isPlaceholderData}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        // Rows of the page before stay until the next ones are here.
        opacity: isPlaceholderData ? 0.5 : 1,
        transition: theme => theme.transitions.create('opacity', { duration: theme.transitions.duration.shortest }),
      }}
    >
      {asCards ? data ? <Cards rows={data} /> : <CardsSkeleton /> : <Table rows={data} />}
    </Box>
  );
};
