import { cellOf } from '../kinds/cell.ts';
import { yesNo } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useWords } from './words.ts';

const BooleanCell = (props: FieldProps) => {
  const cell = cellOf(props, { locale: useWords().locale, zone: '' });
  return <span>{cell.type === 'boolean' && cell.text}</span>;
};

export const boolean: Kind = { align: 'start', width: 7, Cell: BooleanCell, Display: BooleanCell, ...yesNo };
