import { type CurveSamples, curveSamplesOf } from '../../server/domain/telemetry/curves.ts';
import { pickFixes, sortTrack, type Track, trackOfPositions } from '../../server/domain/telemetry/positions.ts';
import { trustedIndexes } from '../../server/domain/telemetry/speeds.ts';
import { markSuspectFixes } from '../../server/domain/telemetry/suspectFixes.ts';
import { type Recording, voucherNumber } from '../recordings/recording.ts';

export interface Drive {
  readonly recording: Recording;
  readonly name: string;
  readonly family: string;
  readonly id: string;
  /** All fixes in the order recorded. */
  readonly sent: Track;
  /** Fixes that are not suspect, sorted by time. */
  readonly track: Track;
  /** Acceleration in the axes that the recording states: x forward, y left, z up. */
  readonly curves: readonly CurveSamples[];
}

/** Returns the fixes that are not suspect, sorted by time. */
export const selectTrustedFixes = (sent: Track): Track => {
  const { reasons } = markSuspectFixes(sent, Number.POSITIVE_INFINITY);
  return sortTrack(pickFixes(sent, trustedIndexes(reasons)));
};

export const driveOf = (recording: Recording): Drive => {
  const sent = trackOfPositions(recording.positions);
  return {
    recording,
    name: voucherNumber(recording),
    family: recording.family,
    id: recording.id,
    sent,
    track: selectTrustedFixes(sent),
    curves: recording.acceleration.map(curveSamplesOf),
  };
};
