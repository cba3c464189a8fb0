import { contains } from './filters/lazy.ts';
import { formatPosition } from './format.ts';
import { empty, type FieldProps, type Kind, type Words } from './kind.ts';
import { Figure } from './parts/Figure.tsx';
import { positionOf } from './value.ts';
import { useWords } from './words.ts';

const show = ({ row, field }: FieldProps, { locale }: Words): string | undefined => {
  const position = positionOf(row, field);
  return position && formatPosition(position.latitude, position.longitude, locale);
};

const PositionCell = (props: FieldProps) => <Figure>{show(props, useWords())}</Figure>;

export const position: Kind = {
  align: 'start',
  width: 30,
  Cell: PositionCell,
  Display: PositionCell,
  ...contains,
  exported: ({ row, field }) => {
    const at = positionOf(row, field);
    // In a file plain decimal degrees serve: maps read them.
    return at ? { type: 'text', text: `${at.latitude}, ${at.longitude}` } : empty;
  },
};
