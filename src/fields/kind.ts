import type { ComponentType } from 'react';
import type { Locale } from '../i18n/locale.ts';
import type { Row } from '../kinds/value.ts';
import type { Described, Resource } from '../resources/define.ts';
import type { Field } from '../resources/fields.ts';

/** One field of one row, as every part of a kind is given it. */
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
  /** The list's filters by parameter name, and the way to change some of them; undefined takes one away. */
  readonly values: Row;
  readonly onChange: (changed: Row) => void;
}

export interface I18n {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/** Everything the cabinet draws of a field kind; what its values are is said in src/kinds, how they are typed in inputs/. */
export interface Kind {
  readonly align: 'start' | 'end';
  /** Room in a table, in characters: what a value surely needs, or where a text may be cut. */
  readonly width: number;
  /** One line, in a table. */
  readonly Cell: ComponentType<FieldProps>;
  /** On cards and pages, where there is room. */
  readonly Display: ComponentType<FieldProps>;
  readonly Filter: ComponentType<FilterProps>;
  /** What a filter that is on says, without the field's name. */
  readonly FilterText: ComponentType<Omit<FilterProps, 'onChange'>>;
}
