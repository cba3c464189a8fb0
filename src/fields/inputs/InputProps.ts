import type { Described } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';

/** An input of a generated form. `source` is the wire name it writes; a position has two. */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly resource: Described;
  readonly source: string;
  readonly label: string;
  readonly help?: string;
  readonly disabled?: boolean;
}
