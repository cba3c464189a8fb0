import type { ComponentType, ReactNode } from 'react';
import { choiceText } from '../kinds/cell.ts';
import { useChoiceReader } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { useI18n } from './useI18n.ts';

/** Draws what was chosen by its words in the language on the screen; only titles of a dictionary have to be waited for. */
export const choiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
  const drawn = (text: string | undefined, props: FieldProps) => (text === undefined ? null : draw(text, props));
  const Own = (props: FieldProps) => drawn(choiceText(props, useI18n()), props);
  const Entry = (props: FieldProps) => drawn(choiceText(props, useChoiceReader(props.field)), props);
  return props => (props.field.dictionary ? <Entry {...props} /> : <Own {...props} />);
};

const OptionCell = choiceCell(text => <span title={text}>{text}</span>);

export const option: Kind = { align: 'start', width: 12, Cell: OptionCell, Display: OptionCell, ...choices };
