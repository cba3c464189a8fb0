import type { ComponentType } from 'react';
import type { Locale } from '../i18n/locale.ts';
import type { Described, Resource } from '../resources/define.ts';
import type { Field } from '../resources/fields.ts';

export type Row = { readonly [field: string]: unknown };

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

export interface Words {
  readonly locale: Locale;
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
}

/** A value as it leaves in a file: typed where the file has types, with the text that was on the screen. */
export type ExportCell =
  | { readonly type: 'empty' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly value: number; readonly decimals: number; readonly text: string }
  | { readonly type: 'boolean'; readonly value: boolean; readonly text: string }
  /** A date, moment or duration: `serial` counts days as spreadsheets do, `format` is theirs. */
  | { readonly type: 'time'; readonly serial: number; readonly format: string; readonly text: string };

/** Everything the cabinet knows of a field kind but its validation (schemas.ts), which lists need not load. */
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
  readonly exported: (props: FieldProps, words: Words) => ExportCell;
}

export const empty: ExportCell = { type: 'empty' };
