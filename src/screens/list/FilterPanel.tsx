import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { activeFilters, offeredFilters, useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** Filters of all filterable fields. */
export const FilterPanel = () => {
  const { resource, i18n } = useListView();
  const { values, change, reset } = useFilters();
  const fields = offeredFilters(resource);
  if (!fields.length) return null;
  return (
    <Stack spacing={2}>
      {fields.map(([name, field]) => {
        const { Filter } = kinds[field.kind];
        return (
          <LazyBoundary key={name} waiting={<Skeleton variant="rounded" sx={{ height: theme => theme.spacing(5) }} />}>
            <Filter name={name} field={field} resource={resource} values={values} onChange={change} />
          </LazyBoundary>
        );
      })}
      <Button onClick={reset} disabled={!activeFilters(resource, values).length} sx={{ alignSelf: 'flex-start' }}>
        {i18n.translate('lists.filters.reset')}
      </Button>
    </Stack>
  );
};
