import type { ReactNode } from 'react';
import type { Field } from '../schema/fields.ts';
import { textOf } from '../schema/kinds/value.ts';
import type { Kind } from './kind.ts';
import { createChoiceCell, option } from './option.tsx';
import { isSeverity, SeverityBadge } from './parts/SeverityBadge.tsx';
import './parts/parts.css';

const StatusChip = ({ children }: { children: string }) => (
  <span className="pill" title={children}>
    {children}
  </span>
);

type Tone = NonNullable<Field['tone']>;

const tones: { readonly [T in Tone]: (value: string, text: string) => ReactNode } = {
  severity: (value, text) =>
    isSeverity(value) ? <SeverityBadge severity={value}>{text}</SeverityBadge> : <StatusChip>{text}</StatusChip>,
  work: (_, text) => <StatusChip>{text}</StatusChip>,
};

const StatusCell = createChoiceCell((text, { row, name, field: { tone = 'work', severityOf } }) => {
  const value = textOf(row, name) ?? '';
  return tones[tone](severityOf?.[value] ?? value, text);
});

export const status: Kind = { ...option, widthCh: 11.2, Cell: StatusCell, Display: StatusCell };
