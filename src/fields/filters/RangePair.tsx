import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useDraft } from '../draft.ts';
import type { Range, RangeEnd, RangeFault } from './dateRange.ts';
import { groupLabel } from './groupLabel.ts';

interface Props extends Range {
  readonly label: string;
  readonly type: 'number' | 'date' | 'datetime-local';
  readonly step?: string;
  readonly normal?: (text: string) => string;
  /** What is wrong with the two together: said under the field, and the range is not handed on. */
  readonly faultOf?: (range: Range, typed?: RangeEnd) => RangeFault | undefined;
  readonly onChange: (range: Range) => void;
}

const joined = ({ from, to }: Range): string => `${from}\n${to}`;
const parted = (text: string): Range => {
  const [from = '', to = ''] = text.split('\n');
  return { from, to };
};
const trimmed = (text: string): string => text.trim();
const sound = () => undefined;

/** Two ends of one field side by side, each may stay open. They are handed on together: one can make the other right. */
export const RangePair = (props: Props) => {
  const { label, type, step, normal = trimmed, faultOf = sound, onChange } = props;
  const translate = useTranslate();
  const labelId = useId();
  const [typed, setTyped] = useState<RangeEnd>();
  const { draft, change, flush } = useDraft(
    joined(props),
    text => faultOf(parted(text)) || onChange(parted(text)),
    text => joined({ from: normal(parted(text).from), to: normal(parted(text).to) }),
  );
  const nameOf = { from: translate('lists.filters.from'), to: translate('lists.filters.to') };
  const range = parted(draft);
  const fault = faultOf(range, typed);
  const box = (end: RangeEnd) => (
    <TextField
      size="small"
      fullWidth
      type={type}
      value={range[end]}
      error={fault?.[end] !== undefined}
      helperText={fault?.[end]}
      onChange={({ target }) => {
        setTyped(end);
        change(joined({ ...range, [end]: target.value }));
      }}
      onBlur={flush}
      slotProps={{
        htmlInput: { step, 'aria-label': nameOf[end] },
        input: { startAdornment: <InputAdornment position="start">{nameOf[end]}</InputAdornment> },
      }}
    />
  );
  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} sx={groupLabel}>
        {label}
      </FormLabel>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: type === 'number' ? '1fr 1fr' : '1fr' }, gap: 1 }}
      >
        {box('from')}
        {box('to')}
      </Box>
    </Box>
  );
};
