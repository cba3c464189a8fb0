import type { FormDescription } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';

/** Props of an input in a generated form. `source` is its wire name. A position has two inputs. */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly resource: FormDescription;
  readonly source: string;
  readonly label: string;
  readonly help?: string;
  readonly disabled?: boolean;
}
