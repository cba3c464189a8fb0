import { numberRange } from './filters/lazy.ts';
import { formatDuration } from './format.ts';
import { empty, type FieldProps, type Kind } from './kind.ts';
import { Figure } from './parts/Figure.tsx';
import { numberOf } from './value.ts';

const secondsPerDay = 86_400;

const DurationCell = ({ row, name }: FieldProps) => {
  const seconds = numberOf(row, name);
  return <Figure>{seconds === undefined ? null : formatDuration(seconds)}</Figure>;
};

export const duration: Kind = {
  align: 'end',
  width: 7,
  Cell: DurationCell,
  Display: DurationCell,
  ...numberRange,
  exported: ({ row, name }) => {
    const seconds = numberOf(row, name);
    if (seconds === undefined) return empty;
    return { type: 'time', serial: seconds / secondsPerDay, format: '[h]:mm:ss', text: formatDuration(seconds) };
  },
};
