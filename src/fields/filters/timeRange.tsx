import InputAdornment from '@mui/material/InputAdornment';
import type { Locale } from '../../i18n/locale.ts';
import { textOf } from '../../schema/kinds/value.ts';
import { DateBox } from '../dates/DateBox.tsx';
import type { DateStyle } from '../dates/wire.ts';
import { formatDay, formatMoment } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { boundNames } from './boundNames.ts';
import { dateRangeFault } from './dateRange.ts';
import { RangeFilter } from './RangeFilter.tsx';
import type { EndProps } from './RangePair.tsx';
import { RangeText } from './RangeText.tsx';

type Show = (wire: string, locale: Locale) => string;

// An invalid date in the address is shown unchanged.
const orAsItIs = (text: string, read: (moment: Date) => string): string => {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : read(moment);
};

const show: { readonly [Style in DateStyle]: Show } = {
  day: (wire, locale) => orAsItIs(wire, () => formatDay(wire.slice(0, 10), locale)),
  moment: (wire, locale) => orAsItIs(wire, moment => formatMoment(moment, locale)),
};

const boxOf = (style: DateStyle) => (props: EndProps) => (
  <DateBox
    style={style}
    ariaLabel={props.name}
    start={<InputAdornment position="start">{props.name}</InputAdornment>}
    value={props.value}
    error={props.fault !== undefined}
    help={props.fault}
    onChange={wire => props.onChange(wire ?? '')}
    onBlur={props.onBlur}
  />
);
const boxes = { day: boxOf('day'), moment: boxOf('moment') } as const;

const rangeFilter = (style: DateStyle) => ({
  Filter: (props: FilterProps) => {
    const { name, field, resource, values, onChange } = props;
    const i18n = useI18n();
    const [from, to] = boundNames(name, field);
    return (
      <RangeFilter
        filter={props}
        label={fieldLabel(resource, name, i18n)}
        Box={boxes[style]}
        from={textOf(values, from) ?? ''}
        to={textOf(values, to) ?? ''}
        faultOf={range => dateRangeFault(i18n.translate, range)}
        onChange={(range, isTyping) =>
          onChange({ [from]: range.from || undefined, [to]: range.to || undefined }, isTyping)
        }
      />
    );
  },
  FilterText: ({ name, field, values }: Omit<FilterProps, 'onChange'>) => {
    const { locale } = useI18n();
    const [from, to] = boundNames(name, field).map(parameter => {
      const text = textOf(values, parameter);
      return text && show[style](text, locale);
    });
    return <RangeText from={from} to={to} />;
  },
});

export const dayRange = rangeFilter('day');
export const momentRange = rangeFilter('moment');
