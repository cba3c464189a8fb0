import type { ReactNode } from 'react';
import './filters.css';

/** Controls of a filter, under its label. */
export const FilterGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="filter">
    <legend className="filter-label filter-legend">{label}</legend>
    {children}
  </fieldset>
);
