import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import { ambiguousNumber } from '../../schema/kinds/figure.ts';
import { parseNumber } from '../../schema/kinds/figureText.ts';
import { textOf } from '../../schema/kinds/value.ts';
import { headerLabel } from '../../schema/texts.ts';
import { formatNumber } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { useI18n } from '../useI18n.ts';
import { faultText } from '../validation.ts';
import {
  type BoundProps,
  boundParameterNames,
  type Range,
  type RangeFault,
  RangeFilter,
  RangeText,
} from './RangePair.tsx';

/** Maximum number of decimals that Intl.NumberFormat accepts in all browsers. */
const maxDecimals = 20;

const NumberBox = ({ name, value, fault, onChange, onBlur }: BoundProps) => {
  const id = useId();
  return (
    <div>
      <label className="filter-box">
        <span>{name}</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={name}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      </label>
      {fault && (
        <FormHelperText error id={id}>
          {fault}
        </FormHelperText>
      )}
    </div>
  );
};

export const Filter = (props: FilterProps) => {
  const { name, field, resource, values, onChange } = props;
  const i18n = useI18n();
  const [from, to] = boundParameterNames(name, field);
  const parse = (text: string) => parseNumber(text, field.kind);
  const faultOf = (range: Range): RangeFault => {
    const faultOfBound = (text: string) =>
      text.trim() === '' || parse(text) !== undefined
        ? undefined
        : faultText(i18n, ambiguousNumber(text) ?? { message: 'integer' });
    const [from, to] = [faultOfBound(range.from), faultOfBound(range.to)];
    return { ...(from && { from }), ...(to && { to }) };
  };
  return (
    <RangeFilter
      filter={props}
      label={headerLabel(resource, name, i18n)}
      Box={NumberBox}
      sideBySide
      normalize={text => String(parse(text) ?? text.trim())}
      faultOf={faultOf}
      from={textOf(values, from) ?? ''}
      to={textOf(values, to) ?? ''}
      onChange={(range, isTyping) => onChange({ [from]: parse(range.from), [to]: parse(range.to) }, isTyping)}
    />
  );
};

export const FilterText = ({ name, field, values }: Omit<FilterProps, 'onChange'>) => {
  const { locale } = useI18n();
  const [from, to] = boundParameterNames(name, field).map(parameter => {
    const text = textOf(values, parameter);
    if (text === undefined) return undefined;
    return formatNumber(Number(text), Math.min((text.split('.')[1] ?? '').length, maxDecimals), locale);
  });
  return <RangeText from={from} to={to} />;
};
