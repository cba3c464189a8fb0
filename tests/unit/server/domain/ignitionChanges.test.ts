import { expect, it } from 'vitest';
import { createTrack } from '../../../../server/domain/telemetry/positions.ts';
import { ignitionChanges } from '../../../../server/modules/telemetry/crashWindow.ts';

it('lists when the ignition was turned on or off, without fixes that do not report it', () => {
  const track = createTrack(6);
  track.timeMs.set([0, 1000, 2000, 3000, 4000, 5000]);
  track.ignition.set([1, -1, 1, 0, -1, 1]);
  expect(ignitionChanges(track, 2000)).toEqual([
    [1, false],
    [3, true],
  ]);
});
