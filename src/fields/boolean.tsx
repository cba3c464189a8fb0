import Star from '@mui/icons-material/Star';
import { exportCellOf } from '../schema/kinds/cell.ts';
import { yesNo } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

const BooleanCell = (props: FieldProps) => {
  const cell = exportCellOf(props, { ...useI18n(), zone: '' });
  if (cell.type !== 'boolean') return <span />;
  if (!props.field.trueIcon) return <span>{cell.text}</span>;
  return cell.value ? <Star role="img" titleAccess={cell.text} fontSize="inherit" color="warning" /> : null;
};

export const boolean: Kind = {
  align: 'start',
  widthCh: 7,
  Cell: BooleanCell,
  Display: BooleanCell,
  input: 'yesNo',
  ...yesNo,
};
