import './filters.css';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Operator } from './useOperator.ts';

export const FilterGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="filter">
    <legend className="filter-label filter-legend">{label}</legend>
    {children}
  </fieldset>
);

interface Props {
  readonly label: string;
  readonly operators: readonly Operator[];
  readonly operator: Operator;
  readonly onChoose: (operator: Operator) => void;
}

/**
 * Select for the comparison of a filter, such as "is" or "begins with". Renders nothing if there is only one
 * comparison.
 */
export const OperatorSelect = ({ label, operators, operator, onChoose }: Props) => {
  const translate = useTranslate();
  if (operators.length < 2) return null;
  return (
    <select
      className="filter-box"
      aria-label={translate('lists.filters.operator', { label })}
      value={operator}
      onChange={({ target }) => onChoose(target.value as Operator)}
    >
      {operators.map(each => (
        <option key={each} value={each}>
          {translate(`lists.filters.operators.${each}`)}
        </option>
      ))}
    </select>
  );
};
