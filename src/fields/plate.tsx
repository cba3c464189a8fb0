import { textOf } from '../schema/kinds/value.ts';
import type { FieldProps, Kind } from './kind.ts';
import { text } from './text.tsx';
import './parts/parts.css';

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
