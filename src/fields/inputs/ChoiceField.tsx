import { AutocompleteInput, ReferenceInput } from 'react-admin';
import { resources } from '../../resources/index.ts';
import { useDictionary } from '../dictionary.ts';
import { choiceLabel, useWords } from '../words.ts';
import { common } from './common.ts';
import type { InputProps } from './InputProps.ts';
import { RecordChoices } from './RecordChoices.tsx';

interface Choice {
  readonly id: string | number;
  readonly name: string;
}

const useChoices = ({ field, name, resource }: InputProps): readonly Choice[] => {
  const words = useWords();
  const entries = useDictionary(field.dictionary);
  if (field.choices)
    return field.choices.map(choice => ({ id: choice, name: choiceLabel(resource, name, choice, words) }));
  return entries.map(({ Id, Title }) => ({ id: field.idField ? Number(Id) : Id, name: Title }));
};

/** One of a few: own choices in their words, or entries of a dictionary. */
export const ChoiceField = (props: InputProps) => (
  <AutocompleteInput {...common(props)} choices={[...useChoices(props)]} translateChoice={false} />
);

/** A record of another resource: looked for on the server, the chosen one shown by its title. */
export const RecordField = (props: InputProps) => {
  const target = props.field.to === undefined ? undefined : resources[props.field.to];
  if (!target) throw new Error(`${props.name} refers to the resource "${props.field.to}", which does not exist.`);
  return (
    <ReferenceInput source={props.source} reference={target.name} perPage={20}>
      <RecordChoices {...props} target={target} />
    </ReferenceInput>
  );
};
