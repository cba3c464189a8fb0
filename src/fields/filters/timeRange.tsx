import InputAdornment from '@mui/material/InputAdornment';
import type { Locale } from '../../i18n/locale.ts';
import { textOf } from '../../schema/kinds/value.ts';
import { DateBox } from '../dates/DateBox.tsx';
import type { DateStyle } from '../dates/wire.ts';
import { formatDay, formatMoment } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useI18n } from '../useI18n.ts';
import { type BoundProps, boundParameterNames, dateRangeFault, RangeFilter, RangeText } from './RangePair.tsx';

type FormatBound = (wire: string, locale: Locale) => string;

// An invalid date in the page's address is shown unchanged in the filter's text.
const formatOrKeep = (text: string, format: (moment: Date) => string): string => {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : format(moment);
};

const boundFormatters: { readonly [Style in DateStyle]: FormatBound } = {
  day: (wire, locale) => formatOrKeep(wire, () => formatDay(wire.slice(0, 10), locale)),
  moment: (wire, locale) => formatOrKeep(wire, moment => formatMoment(moment, locale)),
};

const createBox = (style: DateStyle) => (props: BoundProps) => (
  <DateBox
    style={style}
    isRangeEnd={props.bound === 'to'}
    ariaLabel={props.name}
    startAdornment={<InputAdornment position="start">{props.name}</InputAdornment>}
    value={props.value}
    error={props.fault !== undefined}
    help={props.fault}
    onChange={wire => props.onChange(wire ?? '')}
    onBlur={props.onBlur}
  />
);
const boxes = { day: createBox('day'), moment: createBox('moment') } as const;

const rangeFilter = (style: DateStyle) => ({
  Filter: (props: FilterProps) => {
    const { name, field, resource, values, onChange } = props;
    const i18n = useI18n();
    const [from, to] = boundParameterNames(name, field);
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
    const [from, to] = boundParameterNames(name, field).map(parameter => {
      const text = textOf(values, parameter);
      return text && boundFormatters[style](text, locale);
    });
    return <RangeText from={from} to={to} />;
  },
});

export const dayRange = rangeFilter('day');
export const momentRange = rangeFilter('moment');
