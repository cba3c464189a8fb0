import type { FieldProps } from '../kind.ts';

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

export const ScoreTrend = ({ row, field }: FieldProps) => {
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
