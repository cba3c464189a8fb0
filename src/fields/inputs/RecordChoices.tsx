import { useCallback } from 'react';
import {
  AutocompleteInput,
  ChoicesContextProvider,
  type ChoicesContextValue,
  type RaRecord,
  useChoicesContext,
  useRecordContext,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Resource } from '../../schema/define.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { commonChoiceProps } from './common.tsx';
import type { InputProps } from './InputProps.ts';

const toSearchFilter = (text: string) => ({ q: text });

/**
 * Autocomplete of the records that the server found, plus the one chosen at present. The user may lack the right to
 * read the latter, so its title comes from the edited record.
 */
export const RecordChoices = ({ target, ...props }: InputProps & { readonly target: Resource }) => {
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
