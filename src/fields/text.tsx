import LockOutlined from '@mui/icons-material/LockOutlined';
import type { Field } from '../schema/fields.ts';
import { textOf } from '../schema/kinds/value.ts';
import { contains } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { IconText } from './parts/IconText.tsx';

const signIcons: { readonly [Sign in NonNullable<Field['icon']>]: typeof LockOutlined } = { lock: LockOutlined };

const TextCell = ({ row, name, field }: FieldProps) => {
  const value = textOf(row, name);
  if (value === undefined) return null;
  return field.icon ? <IconText icon={signIcons[field.icon]}>{value}</IconText> : <span title={value}>{value}</span>;
};

export const text: Kind = {
  align: 'start',
  widthCh: 10.8,
  Cell: TextCell,
  Display: TextCell,
  input: 'text',
  ...contains,
};
