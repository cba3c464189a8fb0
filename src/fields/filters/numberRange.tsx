import TextField from '@mui/material/TextField';
import { textOf } from '../../kinds/value.ts';
import { formatNumber } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { headerLabel } from '../labels.ts';
import { useI18n } from '../useI18n.ts';
import { boundNames } from './boundNames.ts';
import { type EndProps, RangePair } from './RangePair.tsx';
import { RangeText } from './RangeText.tsx';

/** Maximum of Intl.NumberFormat. */
const mostDecimals = 20;

const parse = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

const NumberBox = ({ name, start, value, fault, onChange, onBlur }: EndProps) => (
  <TextField
    size="small"
    fullWidth
    type="number"
    value={value}
    error={fault !== undefined}
    helperText={fault}
    onChange={({ target }) => onChange(target.value)}
    onBlur={onBlur}
    slotProps={{ htmlInput: { step: 'any', 'aria-label': name }, input: { startAdornment: start } }}
  />
);

export const Filter = ({ name, field, resource, values, onChange }: FilterProps) => {
  const i18n = useI18n();
  const [from, to] = boundNames(name, field);
  return (
    <RangePair
      label={headerLabel(resource, name, i18n)}
      Box={NumberBox}
      narrow
      normal={text => String(parse(text) ?? '')}
      from={textOf(values, from) ?? ''}
      to={textOf(values, to) ?? ''}
      onChange={range => onChange({ [from]: parse(range.from), [to]: parse(range.to) })}
    />
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => {
  const { locale } = useI18n();
  const [from, to] = boundNames(name, field).map(parameter => {
    const text = textOf(values, parameter);
    if (text === undefined) return undefined;
    return formatNumber(Number(text), Math.min((text.split('.')[1] ?? '').length, mostDecimals), locale);
  });
  return <RangeText from={from} to={to} />;
};
