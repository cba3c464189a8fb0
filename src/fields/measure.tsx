import { catalogueText, quantityText } from '../schema/kinds/cell.ts';
import { type KindsOf, rulesOf } from '../schema/kinds/kinds.ts';
import { numberOf } from '../schema/kinds/value.ts';
import { numberRange } from './filters/lazy.ts';
import { formatDuration } from './format.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Figure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const boxPx = { width: 48, height: 16 };

/** Returns an SVG path through consecutive values. A missing value is a gap. */
export const trendPath = (values: readonly (number | null)[]): string => {
  const step = boxPx.width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const point = `${(index * step).toFixed(1)},${(boxPx.height * (1 - value / 100)).toFixed(1)}`;
      // A single value is a dot: a line of zero length with a round end.
      return (values[index - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
    })
    .join('');
};

const ScoreTrend = ({ row, field }: FieldProps) => {
  const values = field.trendProperty === undefined ? undefined : row[field.trendProperty];
  if (!Array.isArray(values)) return null;
  return (
    <svg
      width={boxPx.width}
      height={boxPx.height + 2}
      viewBox={`-1 -1 ${boxPx.width + 2} ${boxPx.height + 2}`}
      aria-hidden="true"
    >
      <path
        d={trendPath(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.6"
      />
    </svg>
  );
};

/**
 * Returns the field kind for numbers in a fixed unit, such as km. Tables show the unit in the column header. Where
 * there is no header, the unit follows the number.
 */
const measure = (kind: KindsOf<'number'>, widthCh: number): Kind => {
  const unit = rulesOf(kind).unit;
  return {
    align: 'end',
    widthCh,
    Cell: props => <Figure>{quantityText(props, useI18n().locale)}</Figure>,
    Display: props => {
      const i18n = useI18n();
      const value = quantityText(props, i18n.locale);
      return <Figure>{value && unit ? `${value} ${catalogueText(i18n, `lists.units.${kind}`, unit)}` : value}</Figure>;
    },
    input: 'figure',
    ...numberRange,
  };
};

export const number = measure('number', 7.2);
export const money = measure('money', 10);
export const distance = measure('distance', 8);
export const speed = measure('speed', 7);
export const acceleration = measure('acceleration', 7);

const DurationCell = ({ row, name }: FieldProps) => {
  const seconds = numberOf(row, name);
  return <Figure>{seconds === undefined ? null : formatDuration(seconds)}</Figure>;
};

export const duration: Kind = {
  align: 'end',
  widthCh: 7,
  Cell: DurationCell,
  Display: DurationCell,
  input: 'figure',
  ...numberRange,
};

const scoreFigure = measure('score', 6);

/** A score. If the field names a trend, a line next to it shows the earlier scores. */
const Score = (props: FieldProps) => (
  <>
    {props.field.trendProperty && <ScoreTrend {...props} />} <scoreFigure.Cell {...props} />
  </>
);

export const score: Kind = { ...scoreFigure, Cell: Score, Display: Score };
