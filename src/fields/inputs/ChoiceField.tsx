import { AutocompleteArrayInput, AutocompleteInput, ReferenceInput, usePermissions } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { hasAnyRole } from '../../contract/access.ts';
import { resources } from '../../resources/index.ts';
import { useDictionary, useTitles } from '../dictionary.ts';
import { choiceLabel, useI18n } from '../useI18n.ts';
import { commonChoiceProps } from './common.tsx';
import type { InputProps } from './InputProps.ts';
import { RecordChoices } from './RecordChoices.tsx';

interface Choice {
  readonly id: string | number;
  readonly name: string;
}

const useChoices = ({ field, name, resource, source }: InputProps): Choice[] => {
  const i18n = useI18n();
  const entries = useDictionary(field.dictionary);
  const roles = usePermissions<readonly string[]>().permissions ?? [];
  const chosenIds = [useWatch({ name: source }) as unknown].flat();
  const offeredChoices = entries.map(({ Id, Title }) => ({ id: field.idField ? Number(Id) : Id, name: Title }));
  // The offered choices include the withdrawn entries of the dictionary that the record has. They would otherwise
  // vanish from it.
  const withdrawnIds = chosenIds.filter(
    id => typeof id === 'number' && offeredChoices.every(each => each.id !== id),
  ) as number[];
  const titles = useTitles(offeredChoices.length > 0 && withdrawnIds.length > 0 ? field.dictionary : undefined);
  // While titles of dictionary entries load, a placeholder is shown instead of the id.
  const titleOf = (id: number) =>
    titles.find(({ Id }) => Id === String(id))?.Title ?? (titles.length === 0 ? '…' : `#${id}`);
  if (field.choices)
    return field.choices
      .filter(choice => chosenIds.includes(choice) || hasAnyRole(roles, field.choiceAccess?.[choice]))
      .map(choice => ({ id: choice, name: choiceLabel(resource, name, choice, i18n) }));
  return offeredChoices.length === 0
    ? offeredChoices
    : [...offeredChoices, ...withdrawnIds.map(id => ({ id, name: titleOf(id) }))];
};

/** Input for one or several choices. The choices come from the description of the field or from a dictionary. */
export const ChoiceField = (props: InputProps) => {
  const choices = useChoices(props);
  return props.field.many ? (
    <AutocompleteArrayInput
      {...commonChoiceProps(props)}
      choices={choices}
      translateChoice={false}
      disableCloseOnSelect
    />
  ) : (
    <AutocompleteInput {...commonChoiceProps(props)} choices={choices} translateChoice={false} />
  );
};

/** Input for a record of another resource, searched on the server and shown by its title. */
export const RecordField = (props: InputProps) => {
  const target = props.field.targetResource === undefined ? undefined : resources[props.field.targetResource];
  if (!target)
    throw new Error(`${props.name} refers to the resource "${props.field.targetResource}", which does not exist.`);
  return (
    <ReferenceInput source={props.source} reference={target.name} filter={props.field.targetFilters} perPage={20}>
      <RecordChoices {...props} target={target} />
    </ReferenceInput>
  );
};
