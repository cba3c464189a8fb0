import type { ComponentType, ReactNode } from 'react';
import { choiceText } from '../schema/kinds/cell.ts';
import { useChoiceReader } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

/**
 * Returns a table cell that shows a choice in the present language. Titles from a dictionary may still have to load.
 */
export const createChoiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
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
