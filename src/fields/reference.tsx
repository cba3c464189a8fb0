import { textOf } from '../kinds/value.ts';
import { records } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { number } from './measure.tsx';
import { Figure } from './parts/Figure.tsx';

const ReferenceCell = ({ row, name }: FieldProps) => {
  const title = textOf(row, name);
  return <Figure title={title}>{title}</Figure>;
};

/** Titles are words of any length: outside a table they are wrapped. */
const ReferenceDisplay = ({ row, name }: FieldProps) => textOf(row, name);

export const reference: Kind = {
  ...number,
  align: 'start',
  Cell: ReferenceCell,
  Display: ReferenceDisplay,
  ...records,
};
