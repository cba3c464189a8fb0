import type { FieldProps, Kind } from './kind.ts';
import { measure } from './measure.tsx';

const figure = measure('score', 6);
const box = { width: 48, height: 16 };

/** Stretches of values that follow each other, as lines in the box; a gap is none. */
export const trendPath = (values: readonly (number | null)[]): string => {
  const step = box.width / Math.max(1, values.length - 1);
  let pen = 'M';
  return values
    .map((value, at) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const point = `${pen}${(at * step).toFixed(1)},${(box.height * (1 - value / 100)).toFixed(1)}`;
      // A value alone is a dot: a line of no length with a round end.
      const text = pen === 'M' ? `${point}h0` : point;
      pen = 'L';
      return text;
    })
    .join('');
};

const Trend = ({ row, field }: FieldProps) => {
  const values = field.trend === undefined ? undefined : row[field.trend];
  if (!Array.isArray(values)) return null;
  return (
    <svg
      width={box.width}
      height={box.height + 2}
      viewBox={`-1 -1 ${box.width + 2} ${box.height + 2}`}
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

/** A score, with its course beside it where the field names one. */
export const score: Kind = {
  ...figure,
  Cell: props => (
    <>
      {props.field.trend !== undefined && <Trend {...props} />} <figure.Cell {...props} />
    </>
  ),
};
