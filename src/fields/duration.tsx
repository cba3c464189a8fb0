import { numberOf } from '../schema/kinds/value.ts';
import { numberRange } from './filters/lazy.ts';
import { formatDuration } from './format.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Figure } from './parts/Figure.tsx';

const DurationCell = ({ row, name }: FieldProps) => {
  const seconds = numberOf(row, name);
  return <Figure>{seconds === undefined ? null : formatDuration(seconds)}</Figure>;
};

export const duration: Kind = {
  align: 'end',
  widthCh: 7,
  Cell: DurationCell,
  Display: DurationCell,
  input: 'figure',
  ...numberRange,
};
