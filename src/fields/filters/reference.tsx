import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDebounced } from '../../components/useDebounced.ts';
import { parametersOfField } from '../../schema/filters.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { FilterGroup, OperatorSelect } from './OperatorSelect.tsx';
import { parseIds, type RecordChoice, useRecordSearch, useRecordTitles } from './records.ts';
import { useOperator } from './useOperator.ts';

interface PickerProps {
  readonly filter: FilterProps;
  readonly parameter: string;
  readonly label: string;
}

const RecordPicker = ({ filter: { field, values, onChange }, parameter, label }: PickerProps) => {
  const { translate } = useI18n();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const chosenRecords = useRecordTitles(field, parseIds(values, parameter));
  const { choices, isFetching, failed } = useRecordSearch(field, useDebounced(typed.trim()), open);
  return (
    <Autocomplete<RecordChoice, true>
      multiple
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={choices}
      value={chosenRecords}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange({ [parameter]: next.map(({ id }) => id).join() || undefined })}
      // The input does not filter the choices again, because the server's search also finds misspelt titles.
      filterOptions={all => all}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isFetching}
      loadingText={translate('lists.form.searching')}
      noOptionsText={translate(failed ? 'lists.form.searchFailed' : 'lists.nothing.title')}
      renderInput={params => (
        <TextField
          {...params}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
        />
      )}
    />
  );
};

/**
 * Filter by records of another resource. The user searches these records by title. The list shows rows that refer to
 * one of them, or to none.
 */
export const Filter = (props: FilterProps) => {
  const i18n = useI18n();
  const { operators, operator, parameter, choose } = useOperator(props);
  const label = fieldLabel(props.resource, props.name, i18n);
  return (
    <FilterGroup label={label}>
      <OperatorSelect label={label} operators={operators} operator={operator} onChoose={choose} />
      {operator !== 'empty' && operator !== 'notEmpty' && (
        <RecordPicker filter={props} parameter={parameter} label={label} />
      )}
    </FilterGroup>
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => {
  const ids = parseIds(values, parametersOfField(name, field)[0]?.name ?? name);
  return (
    <>
      {useRecordTitles(field, ids)
        .map(({ title }) => title)
        .join(', ')}
    </>
  );
};
