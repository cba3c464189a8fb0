import TextField from '@mui/material/TextField';
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
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      fullWidth={narrow}
      onChange={({ target }) => onChange(target.value as Value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value={unselected}>{words.translate('lists.unselected')}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </TextField>
  );
};
