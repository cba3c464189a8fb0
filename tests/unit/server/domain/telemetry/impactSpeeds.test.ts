import { describe, expect, it } from 'vitest';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack, sliceTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { drive } from './drives.ts';
import { blow, recordOf } from './pulses.ts';
import { recordedMs } from './recordings.ts';

/** Returns the facts of an impact 8.5 s into the drive, with the speed that the device reported. */
const facts = (track: Track, deviceKmh: number | null, peakG = 10) =>
  summariseImpact(
    { ...recordOf(atS => ({ x: blow(atS, -peakG) })), startMs: recordedMs + 7500 },
    track,
    defaultSettings,
    null,
    { bandwidthHz: null, speedKmh: deviceKmh },
  );

const driven = (kmh: number) => drive([{ seconds: 30, kmh }], { speeds: true });
/** Sets the speed of the last fix before the impact, km/h. */
const withLast = (track: Track, kmh: number): Track => {
  track.speedKmh[8] = kmh;
  return track;
};

describe('the speed before an impact', () => {
  it('is what the device says where one fix shows 0 and the places drive on', () => {
    expect(facts(withLast(driven(40), 0), 40)).toMatchObject({
      SpeedBeforeKmh: 40,
      DeviceSpeedKmh: 40,
      Doubts: ['fixSpeed'],
    });
  });

  it('is the fix where the places stand with it, whatever the device says', () => {
    expect(facts(driven(0), 40)).toMatchObject({ SpeedBeforeKmh: 0, DeviceSpeedKmh: 40, Doubts: ['deviceSpeed'] });
  });

  it('is the fix after a full stop that the device has not noticed', () => {
    const stopping = drive(
      [40, 40, 40, 40, 30, 20, 10, 0, 0].map(kmh => ({ seconds: 1, kmh })),
      { speeds: true },
    );
    expect(facts(stopping, 40)).toMatchObject({ SpeedBeforeKmh: 0, Doubts: ['deviceSpeed'] });
  });

  it('is what the device says, nearer in time, where a lone fix contradicts it', () => {
    const lone = createTrack(1);
    lone.timeMs[0] = recordedMs + 8000;
    lone.latitude[0] = 55;
    lone.longitude[0] = 37;
    lone.speedKmh[0] = 0;
    expect(facts(lone, 40)).toMatchObject({ SpeedBeforeKmh: 40, Doubts: ['fixSpeed'] });
  });

  it('is the fix where both can be true: the car sped up or braked meanwhile, or the device told of it afterwards', () => {
    for (const said of [0, 35, 50, 55])
      expect(facts(driven(50), said)).toMatchObject({ SpeedBeforeKmh: 50, DeviceSpeedKmh: said, Doubts: [] });
  });

  it('is what the device says without a fix, and not known without either', () => {
    expect(facts(createTrack(0), 40)).toMatchObject({ SpeedBeforeKmh: 40, Doubts: [] });
    expect(facts(createTrack(0), null)).toMatchObject({ SpeedBeforeKmh: null, DeviceSpeedKmh: null });
  });

  it('of the device is unconfirmed where no fix comes near it, and the fix counts: no mini-loss by itself', () => {
    /** Fixes of the last three seconds have no position, so the car could have reached 40 km/h since. */
    const lost = (track: Track): Track => {
      track.latitude.fill(0, 6, 9);
      track.longitude.fill(0, 6, 9);
      return track;
    };
    const led = (kmh: number): Track => sliceTrack(lost(driven(kmh)), recordedMs, recordedMs + 9000);
    const weak = (track: Track, deviceKmh: number | null) => facts(track, deviceKmh, 1.2);
    expect(weak(led(0), 40)).toMatchObject({
      SpeedBeforeKmh: 0,
      DeviceSpeedKmh: 40,
      Doubts: ['speedUnconfirmed'],
      Severity: 'minor',
    });
    for (const sound of [weak(led(0), null), weak(led(0), 3), weak(led(30), 40), weak(createTrack(0), 40)])
      expect(sound).toMatchObject({ Doubts: [], Severity: 'mini' });
    // The device's speed is confirmed by an earlier fix, or by a fix after the impact.
    const stopped = led(0);
    stopped.speedKmh[4] = 40;
    expect(weak(stopped, 40).Doubts).toEqual([]);
    const setOff = [
      { seconds: 6, kmh: 0 },
      { seconds: 20, kmh: 38 },
    ];
    expect(weak(lost(drive(setOff, { speeds: true })), 40).Doubts).toEqual([]);
  });
});
