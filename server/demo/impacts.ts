import { gravityMs2 } from '../domain/telemetry/deltaV.ts';
import type { Random } from './random.ts';

export const impactKinds = ['front', 'rear', 'left', 'right', 'kerb', 'slam', 'pothole'] as const;
export type ImpactKind = (typeof impactKinds)[number];

/** `left`: struck from the left. The peak is that of the main pulse, before noise. */
export type Impact = { kind: ImpactKind; peakG: number; pulseMs: number; rateHz: number };

const usualRateHz = 100;

const pulseLengthsMs: Record<ImpactKind, readonly [number, number]> = {
  front: [90, 150],
  rear: [90, 140],
  left: [80, 120],
  right: [80, 120],
  kerb: [40, 60],
  slam: [30, 45],
  pothole: [40, 60],
};

export const impactOf = (kind: ImpactKind, peakG: number, random: Random, rateHz = usualRateHz): Impact => ({
  kind,
  peakG,
  rateHz,
  pulseMs: random.between(...pulseLengthsMs[kind]),
});

/** Shares of the main pulse along (forward) and across (left): a frontal impact pushes the car back. */
export const pushes: Record<ImpactKind, readonly [along: number, across: number]> = {
  front: [-1, 0],
  rear: [1, 0],
  left: [-0.25, -1],
  right: [-0.25, 1],
  kerb: [-0.45, 0.9],
  slam: [0.1, -1],
  pothole: [-1, 0.25],
};

export const isCrash = (kind: ImpactKind): boolean => kind !== 'kerb' && kind !== 'slam' && kind !== 'pothole';

/**
 * Change of velocity of a crash, m/s, along (forward) or across (left): a haversine has half the area of its box. A
 * shake leaves none.
 */
export const changeMs = ({ kind, peakG, pulseMs }: Impact, axis: 0 | 1): number =>
  isCrash(kind) ? (pushes[kind][axis] * peakG * gravityMs2 * pulseMs) / 2000 : 0;
export const deltaVAlongMs = (impact: Impact): number => changeMs(impact, 0);
