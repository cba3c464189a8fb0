import type { ReactNode } from 'react';
import { choiceText } from '../kinds/cell.ts';
import { textOf } from '../kinds/value.ts';
import type { Field } from '../resources/fields.ts';
import type { FieldProps, Kind } from './kind.ts';
import { option } from './option.tsx';
import { isSeverity, SeverityBadge } from './parts/SeverityBadge.tsx';
import { StatusChip } from './parts/StatusChip.tsx';
import { useI18n } from './useI18n.ts';

type Tone = NonNullable<Field['tone']>;

const tones: { readonly [T in Tone]: (value: string, text: string) => ReactNode } = {
  severity: (value, text) =>
    isSeverity(value) ? <SeverityBadge severity={value}>{text}</SeverityBadge> : <StatusChip>{text}</StatusChip>,
  work: (_, text) => <StatusChip>{text}</StatusChip>,
};

const StatusCell = (props: FieldProps) => {
  const text = choiceText(props, useI18n().locale);
  const value = textOf(props.row, props.name);
  if (text === undefined || value === undefined) return null;
  return tones[props.field.tone ?? 'work'](value, text);
};

export const status: Kind = { ...option, width: 11.2, Cell: StatusCell, Display: StatusCell };
