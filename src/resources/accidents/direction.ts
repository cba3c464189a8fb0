/** Eight sides of a car, clockwise from the front. */
const sides = ['front', 'frontRight', 'right', 'rearRight', 'rear', 'rearLeft', 'left', 'frontLeft'] as const;
export type Side = (typeof sides)[number];

const normaliseDegrees = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Returns the direction of the impact's force as a clock position: 12 is the front, 3 the right. */
export const clockHour = (degrees: number): number => Math.round(normaliseDegrees(degrees) / 30) % 12 || 12;

export const sideOf = (degrees: number): Side => sides[Math.round(normaliseDegrees(degrees) / 45) % 8]!;
