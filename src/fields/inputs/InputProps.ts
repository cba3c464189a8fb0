import type { FormDescription } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';

/**
 * Props of an input in a generated form. `source` is the field's name in the API. A position has two inputs, one per
 * coordinate.
 */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly resource: FormDescription;
  readonly source: string;
  readonly label: string;
  readonly help?: string;
  readonly disabled?: boolean;
}
