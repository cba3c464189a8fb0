import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { unselected } from '../../dataProvider/order.ts';
import { useListView } from './view.tsx';

interface Given<Value extends string> {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly text: string }[];
  onChange: (value: Value) => void;
}

/** A list control whose first state is "unselected". The browser's own select: light, and at home on a phone. */
export const ControlSelect = <Value extends string>({ label, value, options, onChange }: Given<Value>) => {
  const { words, narrow } = useListView();
  const id = useId();
  return (
    <FormControl size="small" fullWidth={narrow}>
      <InputLabel shrink htmlFor={id}>
        {label}
      </InputLabel>
      <NativeSelect
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        inputProps={{ id }}
        input={<OutlinedInput notched label={label} />}
      >
        <option value={unselected}>{words.translate('lists.unselected')}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
};
