import type { ComponentType, ReactNode } from 'react';
import { choiceText } from '../schema/kinds/cell.ts';
import { useChoiceReader } from './dictionary.ts';
import { choices } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { choiceLabel, useI18n } from './useI18n.ts';

/** Reads own choices of a field from the catalogue, so that other languages may overlay them. */
const useOwnChoices = ({ resource, name, field }: FieldProps) => {
  const i18n = useI18n();
  const labelOf = (choice: string) =>
    field.choiceLabels && Object.hasOwn(field.choiceLabels, choice)
      ? choiceLabel(resource, name, choice, i18n)
      : undefined;
  return { locale: i18n.locale, labelOf };
};

/** Returns a cell that draws a choice in the present language. Only titles of a dictionary may have to load. */
export const choiceCell = (draw: (text: string, props: FieldProps) => ReactNode): ComponentType<FieldProps> => {
  const drawn = (text: string | undefined, props: FieldProps) => (text === undefined ? null : draw(text, props));
  const Own = (props: FieldProps) => drawn(choiceText(props, useOwnChoices(props)), props);
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
