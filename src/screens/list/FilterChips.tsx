import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { OperatorText } from '../../fields/filters/lazy.ts';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel } from '../../fields/useI18n.ts';
import { parametersOfField } from '../../schema/filters.ts';
import { activeFilters, activeOperators, useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** Chips above the rows, one for each active filter. Deleting a chip clears its filter. */
export const FilterChips = () => {
  const { resource, i18n } = useListView();
  const { values, change, reset } = useFilters();
  const activeFields = activeFilters(resource, values);
  return (
    <>
      {activeFields.map(([name, field]) => {
        const { FilterText } = kinds[field.kind];
        const label = fieldLabel(resource, name, i18n);
        const operators = activeOperators(name, field, values);
        const clearedParameters = Object.fromEntries(
          parametersOfField(name, field).map(parameter => [parameter.name, undefined]),
        );
        return (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            label={
              <>
                {label}:{' '}
                <LazyBoundary failed="…" waiting="…">
                  {operators.length > 0 ? (
                    <OperatorText
                      name={name}
                      field={field}
                      resource={resource}
                      values={values}
                      parameters={operators}
                    />
                  ) : (
                    <FilterText name={name} field={field} resource={resource} values={values} />
                  )}
                </LazyBoundary>
              </>
            }
            onDelete={() => change(clearedParameters)}
            title={i18n.translate('lists.filters.remove', { label })}
          />
        );
      })}
      <Button size="small" onClick={reset} sx={{ minHeight: 0, py: 0 }}>
        {i18n.translate('lists.filters.reset')}
      </Button>
    </>
  );
};
