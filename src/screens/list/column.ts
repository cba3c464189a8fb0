import type { Field } from '../../resources/fields.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
}
