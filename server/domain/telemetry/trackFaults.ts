import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { driftingStays, frozenFixes, type Run } from './frozen.ts';
import type { Track } from './positions.ts';
import { checkReceiverSpeed, type SpeedFault } from './receiverSpeed.ts';
import { defaultSettings } from './settings.ts';

/** A fault of a stretch of track. */
export interface TrackFault {
  readonly kind: AnomalyKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  /** Number of its fixes that are quarantined. */
  readonly quarantined: number;
  /** Ratio of the receiver's speed to the speed by positions, for a fault of speed. */
  readonly slope?: number;
}

const speedKind = (fault: SpeedFault): AnomalyKind => {
  if (fault === 'stuck') return 'speedStuck';
  return fault === 'scale' ? 'speedScale' : 'speedUnit';
};

/**
 * Faults of a segment's believed fixes. A fault of speed quarantines nothing, because positions then give the speed.
 */
export const faultsOfTrack = (kept: Track): TrackFault[] => {
  const { timeMs } = kept;
  const frozen = frozenFixes(kept, defaultSettings);
  // Frozen positions contradict any speed, so they are left out of the comparison.
  const moving = Uint32Array.from(timeMs, (_, i) => i).filter(i => !frozen.some(({ from, to }) => from < i && i <= to));
  const { slope, fault } = checkReceiverSpeed(kept, defaultSettings, moving);
  const faults: TrackFault[] = [];
  const add = (kind: AnomalyKind, { from, to }: Run, isQuarantined: boolean, more: object = {}): void => {
    const count = to - from + 1;
    faults.push({
      kind,
      fromMs: timeMs[from]!,
      toMs: timeMs[to]!,
      count,
      quarantined: isQuarantined ? count : 0,
      ...more,
    });
  };
  if (fault && slope !== null)
    add(speedKind(fault), { from: 0, to: timeMs.length - 1 }, false, { slope: Math.min(slope, 1000) });
  for (const run of frozen) add('frozenFix', run, true);
  for (const run of driftingStays(kept, defaultSettings)) add('parkedDrift', run, false);
  return faults;
};
