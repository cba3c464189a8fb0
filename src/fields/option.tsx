import type { ComponentType, ReactNode } from 'react';
import { choiceText } from '../schema/kinds/cell.ts';
import { useChoiceReader } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

/** Returns a cell that draws a choice in the present language. Only titles of a dictionary may have to load. */
export const choiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
  const drawn = (text: string | undefined, props: FieldProps) => (text === undefined ? null : draw(text, props));
  const Own = (props: FieldProps) => drawn(choiceText(props, useI18n()), props);
  const Entry = (props: FieldProps) => drawn(choiceText(props, useChoiceReader(props.field)), props);
  return props => (props.field.dictionary ? <Entry {...props} /> : <Own {...props} />);
};

const OptionCell = choiceCell(text => <span title={text}>{text}</span>);

export const option: Kind = {
  align: 'start',
  width: 12,
  Cell: OptionCell,
  Display: OptionCell,
  input: 'choice',
  ...choices,
};
