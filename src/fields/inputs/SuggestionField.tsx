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
import { plain } from '../../schema/kinds/plain.ts';
import { useI18n } from '../useI18n.ts';
import type { InputProps } from './InputProps.ts';

const noOptions: readonly Option[] = [];

const useOffers = ({ field }: InputProps, query: Readonly<Record<string, unknown>>, enabled: boolean) => {
  const { locale } = useI18n();
  return useQuery({
    queryKey: ['offers', field.offers?.call, query, locale],
    queryFn: async ({ signal }): Promise<readonly Option[]> =>
      (await send(field.offers?.call as CallName, { query: query as Record<string, string>, signal })).json(),
    enabled,
    placeholderData: keepPreviousData,
  });
};

/** Returns the option of the present value. The title of a reference is fetched by its id. */
const useCurrent = (props: InputProps, value: unknown): Option | undefined => {
  const { offers, kind } = props.field;
  const byId = kind === 'reference' && offers?.byId !== undefined && typeof value === 'number';
  const { data } = useOffers(props, { [offers?.byId ?? '']: value }, byId);
  if (isBlank(value)) return undefined;
  if (kind !== 'reference') return { Id: String(value), Title: String(value) };
  return byId ? data?.find(({ Id }) => Id === String(value)) : undefined;
};

const searchKey = (text: string): string => plain(text).toLocaleLowerCase().replaceAll('ё', 'е');
const matches = ({ Title }: Option, text: string): boolean => searchKey(Title).includes(searchKey(text));

/** Input with suggestions of a call. A reference takes the id of a suggestion. Other kinds also accept any text. */
export const SuggestionField = (props: InputProps) => {
  const { source, label, help, field: described, disabled } = props;
  const { offers, kind } = described;
  const strict = kind === 'reference';
  const { translate } = useI18n();
  const { field, fieldState } = useInput({ source, disabled });
  const current = useCurrent(props, field.value);
  const title = current?.Title ?? '';
  const [typed, setTyped] = useState(title);
  const [open, setOpen] = useState(false);
  useEffect(() => setTyped(title), [title]);
  // The text that the input had when its list opened is not searched for.
  const [before, setBefore] = useState('');
  const search = useDebounced(typed === before ? '' : typed.trim());
  const within: unknown = useWatch({ name: offers?.within?.field ?? source });
  const query = {
    ...offers?.query,
    ...(offers?.search && { [offers.search]: search }),
    ...(offers?.within && { [offers.within.parameter]: within ?? '' }),
  };
  const { data = noOptions, isFetching, isError } = useOffers(props, query, open);
  const found = offers?.search ? data : data.filter(option => typed === before || matches(option, typed));
  return (
    <Autocomplete<Option, false, false, boolean>
      freeSolo={!strict}
      options={found}
      open={open}
      onOpen={() => {
        setBefore(title);
        setOpen(true);
      }}
      onClose={(_, why) => {
        setOpen(false);
        if (strict && why === 'escape') setTyped(title);
      }}
      value={current ?? null}
      inputValue={typed}
      onInputChange={(_, text, why) => {
        if (why === 'reset' && text === '' && current) return;
        setTyped(text);
        if (!strict && why !== 'reset') field.onChange(text);
      }}
      onChange={(_, option) => {
        const chosen = typeof option === 'string' ? option : option?.Title;
        field.onChange(strict ? (typeof option === 'object' && option ? Number(option.Id) : null) : (chosen ?? ''));
      }}
      onBlur={() => {
        if (strict) setTyped(title);
        field.onBlur();
      }}
      // The server has searched already. The box would hide its tolerant matches.
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
          size="small"
          required={described.required}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
};
