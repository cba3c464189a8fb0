import { textOf } from '../schema/kinds/value.ts';
import { records } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { number } from './measure.tsx';

const ReferenceCell = ({ row, name }: FieldProps) => {
  const title = textOf(row, name);
  return title === undefined ? null : <span title={title}>{title}</span>;
};

/** Shows the title of a referenced record. Titles may have any length, so outside tables they wrap. */
const ReferenceDisplay = ({ row, name }: FieldProps) => textOf(row, name);

export const reference: Kind = {
  ...number,
  align: 'start',
  Cell: ReferenceCell,
  Display: ReferenceDisplay,
  input: 'record',
  ...records,
};
