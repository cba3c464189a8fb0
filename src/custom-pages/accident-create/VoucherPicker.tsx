import Autocomplete from '@mui/material/Autocomplete';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import type { VoucherPick } from '../../contract/shapes/voucher.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { PickerTextBox } from './PickerTextBox.tsx';

const shortest = 2;

const titleOf = ({ VoucherNumber, ClientName }: VoucherPick) => `${VoucherNumber} · ${ClientName}`;

/** Field that finds a voucher by any detail that a client can give on the phone. */
export const VoucherPicker = ({ source, label, help }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  const [value, setValue] = useState<VoucherPick | null>(null);
  const [typed, setTyped] = useState('');
  const search = useDebounced(value && typed === titleOf(value) ? '' : typed.trim());
  const long = search.length >= shortest;
  const { data, isFetching } = useQuery({
    queryKey: ['voucher', 'pick', search],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/pick')({ query: { search }, signal }),
    enabled: long,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      options={long && data ? data : []}
      value={value}
      onChange={(_, voucher) => {
        setValue(voucher);
        field.onChange(voucher?.Id ?? null);
      }}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={() => field.onBlur()}
      // Shows all options, because the server has filtered already and its search tolerates more typing errors.
      filterOptions={all => all}
      getOptionLabel={titleOf}
      getOptionKey={({ Id }) => Id}
      isOptionEqualToValue={(a, b) => a.Id === b.Id}
      loading={isFetching}
      loadingText={translate('accident.report.searching')}
      noOptionsText={translate(long ? 'accident.report.nothing' : 'accident.report.type')}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <span>
            {titleOf(option)}
            <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
              {[option.VehicleRegNumber, option.VehicleBrand, option.VehicleModel].filter(Boolean).join(' ')}
            </Typography>
          </span>
        </li>
      )}
      renderInput={params => <PickerTextBox {...params} {...{ field, fieldState, label }} helperText={help} />}
    />
  );
};
