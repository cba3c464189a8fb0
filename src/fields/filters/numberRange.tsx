import { textOf } from '../../kinds/value.ts';
import { formatNumber } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { headerLabel } from '../labels.ts';
import { useI18n } from '../useI18n.ts';
import { boundNames } from './boundNames.ts';
import { RangeFilter } from './RangeFilter.tsx';
import type { EndProps } from './RangePair.tsx';
import { RangeText } from './RangeText.tsx';

/** Maximum of Intl.NumberFormat. */
const mostDecimals = 20;

const parse = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

const NumberBox = ({ name, value, onChange, onBlur }: EndProps) => (
  <label className="filter-box">
    <span>{name}</span>
    <input
      type="number"
      step="any"
      aria-label={name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
    />
  </label>
);

export const Filter = (props: FilterProps) => {
  const { name, field, resource, values, onChange } = props;
  const i18n = useI18n();
  const [from, to] = boundNames(name, field);
  return (
    <RangeFilter
      filter={props}
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
