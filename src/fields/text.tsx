import LockOutlined from '@mui/icons-material/LockOutlined';
import type { Field } from '../schema/fields.ts';
import { textOf } from '../schema/kinds/value.ts';
import { contains } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Signed } from './parts/Signed.tsx';

const signs: { readonly [Sign in NonNullable<Field['sign']>]: typeof LockOutlined } = { lock: LockOutlined };

const TextCell = ({ row, name, field }: FieldProps) => {
  const value = textOf(row, name);
  if (value === undefined) return null;
  return field.sign ? <Signed icon={signs[field.sign]}>{value}</Signed> : <span title={value}>{value}</span>;
};

export const text: Kind = {
  align: 'start',
  width: 10.8,
  Cell: TextCell,
  Display: TextCell,
  input: 'text',
  ...contains,
};
