/** A drawn impact: quiet driving, the pulse, and the oscillation after it. The geometry is deterministic. */
const width = 720;

const gauss = (x: number, at: number, spread: number) => Math.exp(-(((x - at) / spread) ** 2));
const road = (x: number, phase: number) => 3 * Math.sin(x / 9 + phase) + 2 * Math.sin(x / 4.3 + phase * 2);
const after = (x: number, at: number) => (x < at ? 0 : Math.exp(-(x - at) / 42) * Math.sin((x - at) / 7));

const path = (height: (x: number) => number): string => {
  const points: string[] = [];
  for (let x = 0; x <= width; x += 2) points.push(`${x} ${height(x).toFixed(1)}`);
  return `M${points.join('L')}`;
};

export const curve = {
  width,
  height: 300,
  impactX: 420,
  longitudinal: path(x => 150 + road(x, 0) - 118 * gauss(x, 420, 9) + 46 * after(x, 430)),
  lateral: path(x => 150 + road(x, 2) * 0.8 + 62 * gauss(x, 427, 12) - 30 * after(x, 438)),
  vertical: path(x => 150 + road(x, 4) * 1.3 - 26 * gauss(x, 416, 7) + 18 * after(x, 422)),
} as const;
