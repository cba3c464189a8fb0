import { textOf } from '../kinds/value.ts';
import { records } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { number } from './measure.tsx';
import { Figure } from './parts/Figure.tsx';

const ReferenceCell = ({ row, name }: FieldProps) => <Figure>{textOf(row, name)}</Figure>;

export const reference: Kind = {
  ...number,
  align: 'start',
  Cell: ReferenceCell,
  Display: ReferenceCell,
  ...records,
};
