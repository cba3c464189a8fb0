import { textOf } from '../schema/kinds/value.ts';
import type { FieldProps, Kind } from './kind.ts';
import { PlateMark } from './parts/PlateMark.tsx';
import { text } from './text.tsx';

const PlateCell = ({ row, name }: FieldProps) => {
  const plate = textOf(row, name);
  return plate === undefined ? null : <PlateMark>{plate}</PlateMark>;
};

export const plate: Kind = { ...text, width: 13, Cell: PlateCell, Display: PlateCell };
