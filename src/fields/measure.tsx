import { numberRange } from './filters/lazy.ts';
import { formatNumber } from './format.ts';
import { empty, type FieldProps, type Kind } from './kind.ts';
import { Figure } from './parts/Figure.tsx';
import { units } from './units.ts';
import { numberOf } from './value.ts';
import { useWords } from './words.ts';

interface Measure {
  readonly decimals: number;
  readonly width: number;
  readonly unit?: string | undefined;
}

/** A figure in a fixed unit; the unit stands in the header, or behind the figure where there is no header. */
const measure = ({ decimals, width, unit }: Measure): Kind => {
  const show = ({ row, name, field }: FieldProps, locale: 'ru' | 'en') => {
    const value = numberOf(row, name);
    if (value === undefined) return undefined;
    return field.identifier ? String(value) : formatNumber(value, decimals, locale);
  };
  return {
    align: 'end',
    width,
    Cell: props => <Figure>{show(props, useWords().locale)}</Figure>,
    Display: props => {
      const { locale, translate } = useWords();
      const value = show(props, locale);
      return <Figure>{value && unit ? `${value} ${translate(`lists.units.${unit}`)}` : value}</Figure>;
    },
    ...numberRange,
    exported: (props, { locale }) => {
      const value = numberOf(props.row, props.name);
      if (value === undefined) return empty;
      return { type: 'number', value, decimals, text: show(props, locale) ?? '' };
    },
  };
};

export const number = measure({ decimals: 0, width: 7.2 });
export const money = measure({ decimals: 2, width: 10, unit: units.money });
export const distance = measure({ decimals: 1, width: 8, unit: units.distance });
export const speed = measure({ decimals: 0, width: 7, unit: units.speed });
export const acceleration = measure({ decimals: 2, width: 7, unit: units.acceleration });
export const score = measure({ decimals: 0, width: 6 });
