import type { Resource } from './define.ts';
import type { Field, FieldKind } from './fields.ts';

/** How a filter compares: contains a text, is one of several, lies between two bounds, is true or false. */
export type Comparison = 'contains' | 'oneOf' | 'from' | 'to' | 'is';
export type ParameterType = 'text' | 'number' | 'moment' | 'day' | 'boolean';

export interface FilterParameter {
  /** Wire name: the field's, perhaps with From or To. */
  readonly name: string;
  readonly field: string;
  readonly comparison: Comparison;
  readonly type: ParameterType;
}

type Style = 'contains' | 'oneOf' | 'range' | 'is';
const styles: { readonly [Kind in FieldKind]: { readonly style: Style; readonly type: ParameterType } } = {
  text: { style: 'contains', type: 'text' },
  number: { style: 'range', type: 'number' },
  money: { style: 'range', type: 'number' },
  date: { style: 'range', type: 'day' },
  dateTime: { style: 'range', type: 'moment' },
  duration: { style: 'range', type: 'number' },
  distance: { style: 'range', type: 'number' },
  speed: { style: 'range', type: 'number' },
  acceleration: { style: 'range', type: 'number' },
  option: { style: 'oneOf', type: 'text' },
  reference: { style: 'oneOf', type: 'number' },
  plate: { style: 'contains', type: 'text' },
  vin: { style: 'contains', type: 'text' },
  imei: { style: 'contains', type: 'text' },
  phone: { style: 'contains', type: 'text' },
  email: { style: 'contains', type: 'text' },
  boolean: { style: 'is', type: 'boolean' },
  score: { style: 'range', type: 'number' },
  status: { style: 'oneOf', type: 'text' },
  position: { style: 'contains', type: 'text' },
};

/** Parameters that a field adds to its list call. */
export const parametersOfField = (name: string, field: Field): readonly FilterParameter[] => {
  const { style, type } = styles[field.kind];
  const base = field.idField ?? name;
  const plain = { field: name, type: field.idField ? ('number' as const) : type };
  return style === 'range'
    ? [
        { name: `${base}From`, comparison: 'from', ...plain },
        { name: `${base}To`, comparison: 'to', ...plain },
      ]
    : [{ name: base, comparison: style, ...plain }];
};

/** All filter parameters of a resource's list, in field order. */
export const filterParameters = (resource: Resource): readonly FilterParameter[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.filterable)
    .flatMap(([name, field]) => parametersOfField(name, field));

/** Sortable columns. */
export const sortableFields = (resource: Resource): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.sortable)
    .map(([name]) => name);
