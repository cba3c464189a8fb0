import { cellOf } from '../kinds/cell.ts';
import { yesNo } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

const BooleanCell = (props: FieldProps) => {
  const cell = cellOf(props, { locale: useI18n().locale, zone: '' });
  return <span>{cell.type === 'boolean' && cell.text}</span>;
};

export const boolean: Kind = { align: 'start', width: 7, Cell: BooleanCell, Display: BooleanCell, ...yesNo };
