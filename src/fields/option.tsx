import { choiceText } from '../kinds/cell.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

const OptionCell = (props: FieldProps) => {
  const text = choiceText(props, useI18n().locale);
  return <span title={text}>{text}</span>;
};

export const option: Kind = { align: 'start', width: 12, Cell: OptionCell, Display: OptionCell, ...choices };
