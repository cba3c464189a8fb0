import './parts/parts.css';
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

/**
 * Matches a Russian plate in either alphabet, as series and region. Foreign plates do not match and are shown unsplit.
 */
const russianPlate = /^(\p{L}\d{3}\p{L}{2}|\p{L}{2}\d{3,4}|\d{4}\p{L}{2})(\d{2,3})$/u;

const PlateMark = ({ children }: { children: string }) => {
  const [, series, region] = russianPlate.exec(children.replace(/\s/g, '')) ?? [];
  return (
    <span className="code plate" title={children}>
      <span>{series ?? children}</span>
      {region && <span>{region}</span>}
    </span>
  );
};

const PlateCell = ({ row, name }: FieldProps) => {
  const plate = textOf(row, name);
  return plate === undefined ? null : <PlateMark>{plate}</PlateMark>;
};

export const plate: Kind = { ...text, widthCh: 13, Cell: PlateCell, Display: PlateCell, input: 'code' };
