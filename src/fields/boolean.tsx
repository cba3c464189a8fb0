import { yesNo } from './filters/lazy.ts';
import { empty, type FieldProps, type Kind, type Words } from './kind.ts';
import { useWords } from './words.ts';

const wordFor = ({ row, name }: FieldProps, { translate }: Words): string | undefined => {
  const value = row[name];
  return typeof value === 'boolean' ? translate(value ? 'lists.yes' : 'lists.no') : undefined;
};

const BooleanCell = (props: FieldProps) => <span>{wordFor(props, useWords())}</span>;

export const boolean: Kind = {
  align: 'start',
  width: 7,
  Cell: BooleanCell,
  Display: BooleanCell,
  ...yesNo,
  exported: (props, words) => {
    const text = wordFor(props, words);
    return text === undefined ? empty : { type: 'boolean', value: props.row[props.name] === true, text };
  },
};
