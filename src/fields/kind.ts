import type { ComponentType } from 'react';
import type { FormDescription, Resource } from '../schema/define.ts';
import type { Field } from '../schema/fields.ts';
import type { Row } from '../schema/kinds/value.ts';
import type { InputName } from './inputs/registry.tsx';

export interface FieldProps {
  readonly name: string;
  readonly field: Field;
  readonly row: Row;
  readonly resource: FormDescription;
}

export interface FilterProps {
  readonly name: string;
  readonly field: Field;
  readonly resource: Resource;
  /** Values of the list's filters by query parameter. */
  readonly values: Row;
  /**
   * Changes some filter values. The value undefined removes a filter. `isTyping`: the change continues the previous
   * one, so that the Back button undoes both in one step.
   */
  readonly onChange: (changes: Row, isTyping?: boolean) => void;
}

/** Components of a field kind, such as `phone`. src/schema/kinds/kinds.ts defines the values of each kind. */
export interface Kind {
  readonly align: 'start' | 'end';
  /** Column width in characters: enough for a usual value. Longer texts may be cut. */
  readonly widthCh: number;
  /** Shows the value in a single line, for tables. */
  readonly Cell: ComponentType<FieldProps>;
  /** Shows the value on cards and record pages, where it may take several lines. */
  readonly Display: ComponentType<FieldProps>;
  /** Name of the kind's form input (src/fields/inputs/registry.tsx). The inputs load with the first form. */
  readonly input: InputName;
  readonly Filter: ComponentType<FilterProps>;
  /** Text of an active filter, without the field's name. */
  readonly FilterText: ComponentType<Omit<FilterProps, 'onChange'>>;
}
