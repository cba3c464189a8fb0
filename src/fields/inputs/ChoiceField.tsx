import { useCallback } from 'react';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ChoicesContextProvider,
  type ChoicesContextValue,
  type RaRecord,
  ReferenceInput,
  useChoicesContext,
  usePermissions,
  useRecordContext,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { hasAnyRole } from '../../contract/access.ts';
import { resources } from '../../resources/index.ts';
import type { Resource } from '../../schema/define.ts';
import { useDictionary, useTitles } from '../dictionary.ts';
import { choiceLabel, fieldLabel, useI18n } from '../useI18n.ts';
import { commonChoiceProps } from './common.tsx';
import type { InputProps } from './InputProps.ts';

const toSearchFilter = (text: string) => ({ q: text });

/**
 * Autocomplete of the records that the server found, plus the one chosen at present. The user may lack the right to
 * read the latter, so its title comes from the edited record.
 */
const RecordChoices = ({ target, ...props }: InputProps & { readonly target: Resource }) => {
  const { name, source } = props;
  const i18n = useI18n();
  const context = useChoicesContext();
  const record = useRecordContext();
  const chosen: unknown = useWatch({ name: source });
  const { error } = context;
  // The edited record itself is not offered. This also applies to forms of actions, so a person cannot hand cases over
  // to the same account.
  const [resourceName] = props.resource.name.split('.');
  const ownId = resourceName === target.name ? record?.id : undefined;
  const allChoices = (context.allChoices ?? []).filter(({ id }) => id !== ownId);
  const title = record?.[source] === chosen ? record?.[name] : undefined;
  const isPresentMissing = typeof title === 'string' && !allChoices.some(({ id }) => id === chosen);
  const choices = isPresentMissing ? [{ id: chosen, [target.title]: title }, ...allChoices] : allChoices;
  const { pickerFigures } = props.field;
  // The function is memoized. A new function would make the input replace the typed text by the title of the present
  // choice.
  const formatChoice = useCallback(
    (choice: RaRecord): string =>
      [
        String(choice[target.title] ?? ''),
        ...(pickerFigures ?? []).flatMap(each =>
          choice[each] === undefined ? [] : [`${fieldLabel(target, each, i18n)}: ${choice[each]}`],
        ),
      ].join(' · '),
    [target, pickerFigures, i18n],
  );
  return (
    <ChoicesContextProvider
      value={{ ...context, allChoices: choices, availableChoices: choices } as ChoicesContextValue}
    >
      <AutocompleteInput
        {...commonChoiceProps(props)}
        optionText={formatChoice}
        filterToQuery={toSearchFilter}
        noOptionsText={error ? 'lists.form.searchFailed' : 'lists.nothing.title'}
      />
    </ChoicesContextProvider>
  );
};

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
