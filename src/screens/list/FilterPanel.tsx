import Button from '@mui/material/Button';
import { useAccount } from '../../authProvider/account.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { activeFilters, offeredFilters, useFilters } from './filters.ts';
import { useListView } from './view.tsx';
import '../../fields/filters/filters.css';

/** Inputs for the filters of all fields that can be filtered. */
export const FilterPanel = () => {
  const { resource, i18n } = useListView();
  const { values, change, reset } = useFilters();
  const fields = offeredFilters(resource, useAccount()?.Roles ?? []);
  if (!fields.length) return null;
  return (
    <div className="filter-panel">
      {fields.map(([name, field]) => {
        const { Filter } = kinds[field.kind];
        return (
          <LazyBoundary key={name} waiting={<i className="bone filter-waiting" />}>
            <Filter name={name} field={field} resource={resource} values={values} onChange={change} />
          </LazyBoundary>
        );
      })}
      <Button onClick={reset} disabled={!activeFilters(resource, values).length}>
        {i18n.translate('lists.filters.reset')}
      </Button>
    </div>
  );
};
