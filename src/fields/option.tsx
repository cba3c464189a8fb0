import { choices } from './filters/lazy.ts';
import { empty, type FieldProps, type Kind, type Words } from './kind.ts';
import { textOf } from './value.ts';
import { choiceLabel, useWords } from './words.ts';

/** Own choices are worded by our texts; a dictionary's title comes on the wire. */
export const optionText = ({ row, name, field, resource }: FieldProps, words: Words): string | undefined => {
  const value = textOf(row, name);
  return value !== undefined && field.choices ? choiceLabel(resource, name, value, words) : value;
};

const OptionCell = (props: FieldProps) => {
  const text = optionText(props, useWords());
  return <span title={text}>{text}</span>;
};

export const option: Kind = {
  align: 'start',
  width: 12,
  Cell: OptionCell,
  Display: OptionCell,
  ...choices,
  exported: (props, words) => {
    const text = optionText(props, words);
    return text === undefined ? empty : { type: 'text', text };
  },
};
