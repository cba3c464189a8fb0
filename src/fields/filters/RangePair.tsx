import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useDraft } from '../draft.ts';

export interface Bound {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Two bounds of one field side by side, each may stay open; the fault stands under both. */
export const RangePair = (props: {
  label: string;
  type: 'number' | 'date' | 'datetime-local';
  from: Bound;
  to: Bound;
  step?: string;
  normal?: (text: string) => string;
  fault?: string;
}) => {
  const { label, type, from, to, step, normal, fault } = props;
  const translate = useTranslate();
  const labelId = useId();
  const faultId = useId();
  const lower = useDraft(from.value, from.onChange, normal);
  const upper = useDraft(to.value, to.onChange, normal);
  const box = (bound: typeof lower, text: string) => (
    <TextField
      size="small"
      fullWidth
      type={type}
      label={text}
      value={bound.draft}
      error={fault !== undefined}
      onChange={event => bound.change(event.target.value)}
      onBlur={bound.flush}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { step, 'aria-describedby': fault === undefined ? undefined : faultId },
      }}
    />
  );
  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} sx={{ typography: 'caption', display: 'block', mb: 1 }}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1 }}>
        {box(lower, translate('lists.filters.from'))}
        {box(upper, translate('lists.filters.to'))}
      </Box>
      {fault !== undefined && (
        <FormHelperText id={faultId} error>
          {fault}
        </FormHelperText>
      )}
    </Box>
  );
};
