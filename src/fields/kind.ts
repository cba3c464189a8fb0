import type { ComponentType } from 'react';
import type { Locale } from '../i18n/locale.ts';
import type { Row } from '../kinds/value.ts';
import type { Described, Resource } from '../resources/define.ts';
import type { Field } from '../resources/fields.ts';

/** A field of a row, the props of all components of a kind. */
export interface FieldProps {
  readonly name: string;
  readonly field: Field;
  readonly row: Row;
  readonly resource: Described;
}

export interface FilterProps {
  readonly name: string;
  readonly field: Field;
  readonly resource: Resource;
  /** Filter values by parameter name, and how to change some; undefined removes one. */
  readonly values: Row;
  /** `isTyping`: the change continues the one before, so that Back undoes both in one step. */
  readonly onChange: (changed: Row, isTyping?: boolean) => void;
}

export interface I18n {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/** Components of a field kind; its values are defined in src/kinds, its inputs in inputs/. */
export interface Kind {
  readonly align: 'start' | 'end';
  /** Column width, in characters: what a value needs, or where text may be cut. */
  readonly width: number;
  /** Single line, in a table. */
  readonly Cell: ComponentType<FieldProps>;
  /** On cards and pages, with more room. */
  readonly Display: ComponentType<FieldProps>;
  readonly Filter: ComponentType<FilterProps>;
  /** Text of an active filter, without the field's name. */
  readonly FilterText: ComponentType<Omit<FilterProps, 'onChange'>>;
}
