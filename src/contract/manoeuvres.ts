/** Kinds of manoeuvres, as the calls name them. */
export const manoeuvreKinds = ['acceleration', 'braking', 'cornering', 'directionChange', 'speeding', 'bump'] as const;
export type ManoeuvreKind = (typeof manoeuvreKinds)[number];
