import { kinds } from '../../fields/registry.ts';
import type { Field } from '../../schema/fields.ts';
import type { ColumnWidths } from './appearance.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
  /** Width of the column in characters, without padding. */
  readonly widthCh: number;
}

/** Padding of a cell, in characters. */
export const cellPaddingCh = 1.4;

export const checkBoxWidthCh = 4.5;

/**
 * Returns the width of a column in characters. The user's width comes first, then that of the field, then that of its
 * kind.
 */
export const columnWidthCh = (name: string, field: Field, widths: ColumnWidths = {}): number =>
  widths[name] ?? field.widthCh ?? kinds[field.kind].widthCh;
