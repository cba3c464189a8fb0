import Autocomplete from '@mui/material/Autocomplete';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import type { VoucherOption } from '../../contract/shapes/voucher.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { PickerTextBox } from './PickerTextBox.tsx';

const minSearchLength = 2;

const formatVoucher = ({ VoucherNumber, ClientName }: VoucherOption) => `${VoucherNumber} · ${ClientName}`;

/** Field that finds a voucher by any detail that a client can give on the phone. */
export const VoucherPicker = ({ source, label, help }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  const [value, setValue] = useState<VoucherOption | null>(null);
  const [typedText, setTyped] = useState('');
  const search = useDebounced(value && typedText === formatVoucher(value) ? '' : typedText.trim());
  const isLongEnough = search.length >= minSearchLength;
  const { data, isFetching } = useQuery({
    queryKey: ['voucher', 'pick', search],
    queryFn: ({ signal }) => api('GET /api/v2/Voucher/pick')({ query: { search }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      options={isLongEnough && data ? data : []}
      value={value}
      onChange={(_, voucher) => {
        setValue(voucher);
        field.onChange(voucher?.Id ?? null);
      }}
      inputValue={typedText}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={() => field.onBlur()}
      // Shows all vouchers that the server found, because the server's search tolerates more typing errors than this
      // list.
      filterOptions={all => all}
      getOptionLabel={formatVoucher}
      getOptionKey={({ Id }) => Id}
      isOptionEqualToValue={(a, b) => a.Id === b.Id}
      loading={isFetching}
      loadingText={translate('accident.report.searching')}
      noOptionsText={translate(isLongEnough ? 'accident.report.nothing' : 'accident.report.type')}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <span>
            {formatVoucher(option)}
            <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
              {[option.VehicleRegNumber, option.VehicleBrand, option.VehicleModel].filter(Boolean).join(' ')}
            </Typography>
          </span>
        </li>
      )}
      renderInput={params => (
        <PickerTextBox {...params} {...{ field, fieldState, label }} helperText={help} autoFocus />
      )}
    />
  );
};
