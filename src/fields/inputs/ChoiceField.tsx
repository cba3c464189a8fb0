import { AutocompleteArrayInput, AutocompleteInput, ReferenceInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { resources } from '../../resources/index.ts';
import { useDictionary } from '../dictionary.ts';
import { choiceLabel, useI18n } from '../useI18n.ts';
import { common } from './common.ts';
import type { InputProps } from './InputProps.ts';
import { RecordChoices } from './RecordChoices.tsx';

interface Choice {
  readonly id: string | number;
  readonly name: string;
}

const useChoices = ({ field, name, resource, source }: InputProps): Choice[] => {
  const i18n = useI18n();
  const entries = useDictionary(field.dictionary);
  const chosen = [useWatch({ name: source }) as unknown].flat();
  if (field.choices)
    return field.choices.map(choice => ({ id: choice, name: choiceLabel(resource, name, choice, i18n) }));
  const known = entries.map(({ Id, Title }) => ({ id: field.idField ? Number(Id) : Id, name: Title }));
  // An entry no longer in the dictionary is shown by its id instead of vanishing.
  const gone = chosen.filter(id => typeof id === 'number' && known.every(each => each.id !== id)) as number[];
  return known.length === 0 ? known : [...known, ...gone.map(id => ({ id, name: `№ ${id}` }))];
};

/** One or several choices, of the description or a dictionary. */
export const ChoiceField = (props: InputProps) => {
  const choices = useChoices(props);
  return props.field.many ? (
    <AutocompleteArrayInput {...common(props)} choices={choices} translateChoice={false} disableCloseOnSelect />
  ) : (
    <AutocompleteInput {...common(props)} choices={choices} translateChoice={false} />
  );
};

/** A record of another resource: searched on the server, shown by its title. */
export const RecordField = (props: InputProps) => {
  const target = props.field.to === undefined ? undefined : resources[props.field.to];
  if (!target) throw new Error(`${props.name} refers to the resource "${props.field.to}", which does not exist.`);
  return (
    <ReferenceInput source={props.source} reference={target.name} perPage={20}>
      <RecordChoices {...props} target={target} />
    </ReferenceInput>
  );
};
