import { useState } from 'react';
import { type Comparison, type FilterParameter, parametersOfField } from '../../schema/filters.ts';
import type { Row } from '../../schema/kinds/value.ts';
import type { FilterProps } from '../kind.ts';

/**
 * Comparison as the filter form offers it. The API's `from` and `to` become one operator, `between`. The API's `empty`
 * becomes two, `empty` and `notEmpty`.
 */
export type Operator = Exclude<Comparison, 'from' | 'to'> | 'between' | 'notEmpty';

export const operatorsOf = (parameters: readonly FilterParameter[]): readonly Operator[] => [
  ...new Set(
    parameters.flatMap(({ comparison }): readonly Operator[] => {
      if (comparison === 'from' || comparison === 'to') return ['between'];
      return comparison === 'empty' ? ['empty', 'notEmpty'] : [comparison];
    }),
  ),
];

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const activeOperator = (parameters: readonly FilterParameter[], values: Row): Operator | undefined => {
  const active = parameters.find(({ name }) => hasValue(values[name]));
  if (!active) return undefined;
  if (active.comparison === 'empty') return String(values[active.name]) === 'true' ? 'empty' : 'notEmpty';
  return operatorsOf([active])[0];
};

/**
 * Returns the changed filter values after a change of operator. The compared value stays if the new operator can use
 * it.
 */
export const withOperator = (parameters: readonly FilterParameter[], values: Row, next: Operator): Row => {
  const cleared = Object.fromEntries(parameters.map(({ name }) => [name, undefined]));
  const parameterOf = (operator: Operator) => parameters.find(({ comparison }) => comparison === operator);
  if (next === 'empty' || next === 'notEmpty')
    return { ...cleared, [parameterOf('empty')?.name ?? '']: next === 'empty' };
  const comparable = parameters.filter(({ comparison }) => !['empty', 'within', 'from', 'to'].includes(comparison));
  const before = comparable.find(({ name }) => hasValue(values[name]));
  const after = comparable.find(({ comparison }) => comparison === next);
  return before && after ? { ...cleared, [after.name]: values[before.name] } : cleared;
};

export const useOperator = ({ name, field, values, onChange }: Omit<FilterProps, 'resource'>) => {
  const parameters = parametersOfField(name, field);
  const operators = operatorsOf(parameters);
  const [chosen, setChosen] = useState<Operator>();
  const operator = activeOperator(parameters, values) ?? chosen ?? (operators[0] as Operator);
  return {
    operators,
    operator,
    parameter: parameters.find(({ comparison }) => comparison === operator)?.name ?? name,
    choose: (next: Operator) => {
      setChosen(next);
      onChange(withOperator(parameters, values, next));
    },
  };
};
