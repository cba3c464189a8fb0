import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { describedText } from '../../fields/useI18n.ts';
import { type FilterSection, filterSections, useFilters } from './filters.ts';
import { useListView } from './view.tsx';
import '../../fields/filters/filters.css';

interface Props {
  readonly section: FilterSection;
  /** Heading. Absent: the section is the only one. */
  readonly heading?: string | undefined;
}

const FilterInputs = ({ section: { fields }, heading }: Props) => {
  const { resource } = useListView();
  const { values, change } = useFilters();
  const headingId = useId();
  return (
    <section className="filter-panel" aria-labelledby={heading && headingId}>
      {heading && (
        <Typography id={headingId} variant="h3">
          {heading}
        </Typography>
      )}
      {fields.map(([name, field]) => {
        const { Filter } = kinds[field.kind];
        return (
          <LazyBoundary key={name} waiting={<i className="bone filter-waiting" />}>
            <Filter name={name} field={field} resource={resource} values={values} onChange={change} />
          </LazyBoundary>
        );
      })}
    </section>
  );
};

/** Inputs for the filters of all fields that can be filtered, in sections. */
export const FilterPanel = () => {
  const { resource, i18n } = useListView();
  const sections = filterSections(resource, useAccount()?.Roles ?? []);
  const headingOf = ({ title }: FilterSection) =>
    title ? describedText(resource, `sections.${title.key}`, title.text, i18n) : i18n.translate('lists.filters.others');
  return sections.map(section => (
    <FilterInputs
      key={section.title?.key ?? ''}
      section={section}
      heading={sections.length > 1 ? headingOf(section) : undefined}
    />
  ));
};
