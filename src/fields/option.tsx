import './parts/parts.css';
import Star from '@mui/icons-material/Star';
import type { ComponentType, ReactNode } from 'react';
import type { Field } from '../schema/fields.ts';
import { choiceText, exportCellOf } from '../schema/kinds/cell.ts';
import { textOf } from '../schema/kinds/value.ts';
import { useChoiceReader } from './dictionary.ts';
import { choices, yesNo } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { isSeverity, SeverityBadge } from './parts/SeverityBadge.tsx';
import { useI18n } from './useI18n.ts';

/**
 * Returns a table cell that shows a choice in the present language. Titles from a dictionary may still have to load.
 */
const createChoiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
  const drawChoice = (text: string | undefined, props: FieldProps) => (text === undefined ? null : draw(text, props));
  const OwnChoiceCell = (props: FieldProps) => drawChoice(choiceText(props, useI18n()), props);
  const DictionaryCell = (props: FieldProps) => drawChoice(choiceText(props, useChoiceReader(props.field)), props);
  return props => (props.field.dictionary ? <DictionaryCell {...props} /> : <OwnChoiceCell {...props} />);
};

const OptionCell = createChoiceCell(text => <span title={text}>{text}</span>);

export const option: Kind = {
  align: 'start',
  widthCh: 12,
  Cell: OptionCell,
  Display: OptionCell,
  input: 'choice',
  ...choices,
};

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
