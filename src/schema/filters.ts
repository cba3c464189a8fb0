import type { Resource } from './define.ts';
import type { Field } from './fields.ts';
import type { ValueType } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';

/**
 * Comparisons of a filter. Text: contains, is, is not, begins with. Choices: one of several, none of several. Numbers
 * and dates: between two bounds. Dates also: within a period relative to today. Booleans: true or false. Fields that
 * may be empty: empty or, if false, not empty.
 */
export type Comparison =
  | 'contains'
  | 'equals'
  | 'isNot'
  | 'begins'
  | 'oneOf'
  | 'noneOf'
  | 'from'
  | 'to'
  | 'within'
  | 'is'
  | 'empty';
export type ParameterType = 'text' | 'number' | 'moment' | 'day' | 'boolean';

/**
 * Periods relative to today in the company's time zone. `from` and `to` count units (days, weeks, months) from the
 * present unit, which is 0. The period does not include the unit `to`.
 */
export const periods = {
  today: { unit: 'day', from: 0, to: 1 },
  yesterday: { unit: 'day', from: -1, to: 0 },
  last7Days: { unit: 'day', from: -6, to: 1 },
  last30Days: { unit: 'day', from: -29, to: 1 },
  thisWeek: { unit: 'week', from: 0, to: 1 },
  thisMonth: { unit: 'month', from: 0, to: 1 },
  lastMonth: { unit: 'month', from: -1, to: 0 },
  next7Days: { unit: 'day', from: 0, to: 7 },
  next30Days: { unit: 'day', from: 0, to: 30 },
} as const;
export type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as readonly Period[];

export interface FilterParameter {
  /**
   * Name of the filter's API query parameter: the field's name with the suffix of the comparison, such as `CityBegins`
   * or `SpeedFrom`.
   */
  readonly name: string;
  readonly field: string;
  readonly comparison: Comparison;
  readonly type: ParameterType;
}

type FilterStyle = 'contains' | 'oneOf' | 'range' | 'is';
const filterStyles: { readonly [Value in ValueType]: { readonly style: FilterStyle; readonly type: ParameterType } } = {
  text: { style: 'contains', type: 'text' },
  choice: { style: 'oneOf', type: 'text' },
  record: { style: 'oneOf', type: 'number' },
  number: { style: 'range', type: 'number' },
  duration: { style: 'range', type: 'number' },
  day: { style: 'range', type: 'day' },
  moment: { style: 'range', type: 'moment' },
  boolean: { style: 'is', type: 'boolean' },
  position: { style: 'contains', type: 'text' },
};

/**
 * Comparisons of each style of filters. Each has a suffix, which follows the field's name in the query parameter. The
 * filter form offers the first comparison by default.
 */
const comparisons: { readonly [S in FilterStyle]: Readonly<Partial<Record<Comparison, string>>> } = {
  contains: { contains: '', equals: 'Is', isNot: 'Not', begins: 'Begins' },
  oneOf: { oneOf: '', noneOf: 'Not' },
  range: { from: 'From', to: 'To' },
  is: { is: '' },
};

/** Returns the query parameters that filter a list by this field. */
export const parametersOfField = (name: string, field: Field): readonly FilterParameter[] => {
  const { style, type } = filterStyles[kinds[field.kind].valueType];
  const baseName = field.idField ?? name;
  const valueType = field.idField ? 'number' : type;
  const makeParameter = (comparison: Comparison, suffix: string, parameterType: ParameterType): FilterParameter => ({
    name: `${baseName}${suffix}`,
    comparison,
    field: name,
    type: parameterType,
  });
  const isDate = type === 'day' || type === 'moment';
  const canBeEmpty = !field.required && style !== 'is' && field.kind !== 'position';
  return [
    ...Object.entries(comparisons[style]).map(([comparison, suffix]) =>
      makeParameter(comparison as Comparison, suffix, valueType),
    ),
    ...(isDate ? [makeParameter('within', 'Within', type)] : []),
    ...(canBeEmpty ? [makeParameter('empty', 'Empty', 'boolean')] : []),
  ];
};

/** Returns all filter parameters of a resource's list, in field order. */
export const filterParameters = (resource: Resource): readonly FilterParameter[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.filterable)
    .flatMap(([name, field]) => parametersOfField(name, field));

/** Returns the names of the sortable columns. */
export const sortableFields = (resource: Resource): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.sortable)
    .map(([name]) => name);
