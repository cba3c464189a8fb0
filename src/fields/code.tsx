import { textOf } from '../schema/kinds/value.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Code } from './parts/Figure.tsx';
import { text } from './text.tsx';

const CodeCell = ({ row, name }: FieldProps) => {
  const value = textOf(row, name);
  return <Code title={value}>{value}</Code>;
};

export const vin: Kind = { ...text, widthCh: 18, Cell: CodeCell, Display: CodeCell, input: 'code' };
export const imei: Kind = { ...text, widthCh: 15.6, Cell: CodeCell, Display: CodeCell, input: 'code' };
