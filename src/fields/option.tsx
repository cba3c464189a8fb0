import { choiceText } from '../kinds/cell.ts';
import { useTitles } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

const OptionCell = (props: FieldProps) => {
  const { dictionary, idField } = props.field;
  const { locale } = useI18n();
  // The wire has the title, unless the entry is known by a code alone.
  const entries = useTitles(idField ? undefined : dictionary);
  const value = choiceText(props, locale);
  const text = entries.find(({ Id }) => Id === value)?.Title ?? value;
  return <span title={text}>{text}</span>;
};

export const option: Kind = { align: 'start', width: 12, Cell: OptionCell, Display: OptionCell, ...choices };
