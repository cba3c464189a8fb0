import type { Locale } from '../../i18n/locale.ts';
import { textOf } from '../../kinds/value.ts';
import { fromWallClock, wallClock } from '../../settings/zone.ts';
import { formatDay, formatMoment } from '../format.ts';
import type { FilterProps } from '../kind.ts';
import { fieldLabel, useWords } from '../words.ts';
import { boundNames } from './boundNames.ts';
import { dateRangeFault } from './dateRange.ts';
import { RangePair } from './RangePair.tsx';
import { RangeText } from './RangeText.tsx';

interface TimeStyle {
  readonly type: 'date' | 'datetime-local';
  readonly toBox: (wire: string) => string;
  readonly toWire: (box: string) => string;
  readonly show: (wire: string, locale: Locale) => string;
}

/** The wire's UTC moment as the box's wall-clock time in the viewer's zone, which the box does not name. */
const toWallClock = (wire: string): string => {
  const moment = new Date(wire);
  return Number.isNaN(moment.getTime()) ? '' : wallClock(moment).slice(0, 16);
};

// What stands in the address or in a half-typed box may be no date at all; it is shown as it is and asked for as it is.
const orAsItIs = (text: string, read: (moment: Date) => string): string => {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : read(moment);
};

const day: TimeStyle = {
  type: 'date',
  toBox: wire => wire,
  toWire: box => box,
  show: (wire, locale) => orAsItIs(wire, () => formatDay(wire.slice(0, 10), locale)),
};
const moment: TimeStyle = {
  type: 'datetime-local',
  toBox: toWallClock,
  toWire: box => orAsItIs(box, () => fromWallClock(box).toISOString()),
  show: (wire, locale) => orAsItIs(wire, moment => formatMoment(moment, locale)),
};

const rangeFilter = (style: TimeStyle) => ({
  Filter: ({ name, field, resource, values, onChange }: FilterProps) => {
    const words = useWords();
    const [from, to] = boundNames(name, field);
    const wire = (box: string) => (box ? style.toWire(box) : undefined);
    return (
      <RangePair
        label={fieldLabel(resource, name, words)}
        type={style.type}
        from={style.toBox(textOf(values, from) ?? '')}
        to={style.toBox(textOf(values, to) ?? '')}
        faultOf={(range, typed) => dateRangeFault(words.translate, range, typed)}
        onChange={range => onChange({ [from]: wire(range.from), [to]: wire(range.to) })}
      />
    );
  },
  FilterText: ({ name, field, values }: Omit<FilterProps, 'onChange'>) => {
    const { locale } = useWords();
    const [from, to] = boundNames(name, field).map(parameter => {
      const text = textOf(values, parameter);
      return text && style.show(text, locale);
    });
    return <RangeText from={from} to={to} />;
  },
});

export const dayRange = rangeFilter(day);
export const momentRange = rangeFilter(moment);
