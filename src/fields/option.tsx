import { choiceText } from '../kinds/cell.ts';
import { useDictionary } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

const OptionCell = (props: FieldProps) => {
  const { dictionary, idField } = props.field;
  // What is kept by a code of its dictionary is shown by its title; others come with it.
  const entries = useDictionary(idField === undefined ? dictionary : undefined);
  const told = choiceText(props, useI18n().locale);
  const text = entries.find(({ Id }) => Id === told)?.Title ?? told;
  return <span title={text}>{text}</span>;
};

export const option: Kind = { align: 'start', width: 12, Cell: OptionCell, Display: OptionCell, ...choices };
