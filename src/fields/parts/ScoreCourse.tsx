import type { FieldProps } from '../kind.ts';

const box = { width: 48, height: 16 };

/** Returns an SVG path through consecutive values. A missing value is a gap. */
export const trendPath = (values: readonly (number | null)[]): string => {
  const step = box.width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => {
      if (value === null) return '';
      const point = `${(at * step).toFixed(1)},${(box.height * (1 - value / 100)).toFixed(1)}`;
      // A single value is a dot: a line of zero length with a round end.
      return (values[at - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
    })
    .join('');
};

export const ScoreCourse = ({ row, field }: FieldProps) => {
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
