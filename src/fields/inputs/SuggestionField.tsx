import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { send } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import type { CallName } from '../../contract/index.ts';
import type { Option } from '../../contract/shapes/common.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { uniformSpelling } from '../../schema/kinds/plain.ts';
import { useI18n } from '../useI18n.ts';
import type { InputProps } from './InputProps.ts';

const noOptions: readonly Option[] = [];

const useSuggestions = ({ field }: InputProps, query: Readonly<Record<string, unknown>>, enabled: boolean) => {
  const { locale } = useI18n();
  return useQuery({
    queryKey: ['offers', field.suggestions?.call, query, locale],
    queryFn: async ({ signal }): Promise<readonly Option[]> =>
      (await send(field.suggestions?.call as CallName, { query: query as Record<string, string>, signal })).json(),
    enabled,
    placeholderData: keepPreviousData,
  });
};

/** Returns the suggestion that stands for the input's present value. The title of a reference is fetched by its id. */
const useCurrentOption = (props: InputProps, value: unknown): Option | undefined => {
  const { suggestions, kind } = props.field;
  const isById = kind === 'reference' && suggestions?.byId !== undefined && typeof value === 'number';
  const { data } = useSuggestions(props, { [suggestions?.byId ?? '']: value }, isById);
  if (isBlank(value)) return undefined;
  if (kind !== 'reference') return { Id: String(value), Title: String(value) };
  return isById ? data?.find(({ Id }) => Id === String(value)) : undefined;
};

const searchKey = (text: string): string => uniformSpelling(text).toLocaleLowerCase().replaceAll('ё', 'е');
const matchesText = ({ Title }: Option, text: string): boolean => searchKey(Title).includes(searchKey(text));

/**
 * Text input with suggestions from an API call. A field of kind reference stores the id of a suggestion. Other fields
 * also accept any text.
 */
export const SuggestionField = (props: InputProps) => {
  const { source, label, help, field: described, disabled } = props;
  const { suggestions, kind } = described;
  const isStrict = kind === 'reference';
  const { translate } = useI18n();
  const { field, fieldState } = useInput({ source, disabled });
  const current = useCurrentOption(props, field.value);
  const title = current?.Title ?? '';
  const [typed, setTyped] = useState(title);
  const [open, setOpen] = useState(false);
  useEffect(() => setTyped(title), [title]);
  // The text that the input had when its list opened is no search text, so the list first shows all suggestions.
  const [textAtOpen, setTextAtOpen] = useState('');
  const search = useDebounced(typed === textAtOpen ? '' : typed.trim());
  const withinValue: unknown = useWatch({ name: suggestions?.within?.field ?? source });
  const query = {
    ...suggestions?.query,
    ...(suggestions?.search && { [suggestions.search]: search }),
    ...(suggestions?.within && { [suggestions.within.parameter]: withinValue ?? '' }),
  };
  const { data = noOptions, isFetching, isError } = useSuggestions(props, query, open);
  const shownOptions = suggestions?.search
    ? data
    : data.filter(option => typed === textAtOpen || matchesText(option, typed));
  return (
    <Autocomplete<Option, false, false, boolean>
      freeSolo={!isStrict}
      options={shownOptions}
      open={open}
      onOpen={() => {
        setTextAtOpen(title);
        setOpen(true);
      }}
      onClose={(_, reason) => {
        setOpen(false);
        if (isStrict && reason === 'escape') setTyped(title);
      }}
      value={current ?? null}
      inputValue={typed}
      onInputChange={(_, text, reason) => {
        if (reason === 'reset' && text === '' && current) return;
        setTyped(text);
        if (!isStrict && reason !== 'reset') field.onChange(text);
      }}
      onChange={(_, option) => {
        const chosen = typeof option === 'string' ? option : option?.Title;
        field.onChange(isStrict ? (typeof option === 'object' && option ? Number(option.Id) : null) : (chosen ?? ''));
      }}
      onBlur={() => {
        if (isStrict) setTyped(title);
        field.onBlur();
      }}
      // The autocomplete does not filter again, because it would hide tolerant matches of the server's search.
      filterOptions={all => all}
      getOptionLabel={option => (typeof option === 'string' ? option : option.Title)}
      getOptionKey={option => (typeof option === 'string' ? option : option.Id)}
      isOptionEqualToValue={(a, b) => typeof a === 'object' && typeof b === 'object' && a.Id === b.Id}
      loading={isFetching}
      loadingText={translate('lists.form.searching')}
      noOptionsText={translate(isError ? 'lists.form.searchFailed' : 'lists.nothing.title')}
      disabled={disabled}
      renderInput={params => (
        <TextField
          {...params}
          name={source}
          inputRef={field.ref}
          required={described.required}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
};
