import { describe, expect, it } from 'vitest';
import { pickFixes, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { markSuspectFixes, suspectReasons } from '../../../../../server/domain/telemetry/suspectFixes.ts';
import { drive } from './motions.ts';

const steady = () => drive([{ seconds: 40, kmh: 60 }]);
const nowMs = Date.UTC(2026, 0, 15, 12);
const faults = (track: Track): string[] =>
  Array.from(markSuspectFixes(track, nowMs).reasons).flatMap((reason, i) =>
    reason ? [`${i} ${suspectReasons[reason]}`] : [],
  );

/** Returns the track with the fixes of a range moved one degree north. */
const moved = (track: Track, from: number, to: number): Track => {
  for (let i = from; i < to; i++) track.latitude[i]! += 1;
  return track;
};
const range = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `${from + i} jump`);

describe('the marking of suspect fixes', () => {
  it('lets an ordinary drive pass', () => {
    expect(markSuspectFixes(steady(), nowMs)).toMatchObject({ suspect: 0, counts: { none: 40 } });
  });

  it('lets a drive across the 180th meridian pass', () => {
    const track = steady();
    const middle = (track.latitude.at(0)! + track.latitude.at(-1)!) / 2;
    track.latitude.forEach((latitude, i) => {
      const longitude = 180 + latitude - middle;
      track.longitude[i] = longitude > 180 ? longitude - 360 : longitude;
      track.latitude[i] = 55;
    });
    expect(track.longitude.some(longitude => longitude < 0)).toBe(true);
    expect(markSuspectFixes(track, nowMs).suspect).toBe(0);
  });

  it('marks times of 1970 and of the future, and allows for a clock some minutes fast', () => {
    const track = steady();
    track.timeMs[3] = 0;
    track.timeMs[5] = nowMs + 3_600_000;
    track.timeMs[39] = nowMs + 60_000;
    track.timeMs[7] = Number.NaN;
    expect(faults(track)).toEqual(['3 time', '5 time', '7 time']);
  });

  it('marks 0/0, a latitude no globe has and speeds beyond reach', () => {
    const track = steady();
    track.latitude[3] = 0;
    track.longitude[3] = 0;
    track.speedKmh[9] = 400;
    track.latitude[12] = 95;
    expect(faults(track)).toEqual(['3 place', '9 speed', '12 place']);
  });

  it('marks a clock that steps back until it has caught up', () => {
    const track = steady();
    for (let i = 20; i < 23; i++) track.timeMs[i]! -= 15_000;
    expect(faults(track)).toEqual(['20 clock', '21 clock', '22 clock']);
  });

  it('does not take the newest fix first for a clock that steps back', () => {
    const track = steady();
    for (const column of Object.values(track)) column.reverse();
    expect(faults(track)).toEqual([]);
  });

  it('marks a glitch of a fix or a few, and only these', () => {
    expect(faults(moved(steady(), 10, 11))).toEqual(['10 jump']);
    expect(faults(moved(steady(), 10, 13))).toEqual(range(10, 13));
  });

  it('marks a glitch at the start or at the end instead of the drive', () => {
    expect(faults(moved(steady(), 0, 2))).toEqual(range(0, 2));
    expect(faults(moved(steady(), 38, 40))).toEqual(range(38, 40));
  });

  it('marks a whole stay at a feigned place once the drive goes on where it was', () => {
    expect(faults(moved(steady(), 20, 30))).toEqual(range(20, 30));
  });

  it('believes both sides of a jump that is never taken back', () => {
    expect(faults(moved(steady(), 20, 40))).toEqual([]);
  });

  it('never deletes: there is one reason per fix, and counts add up', () => {
    const track = moved(steady(), 10, 13);
    const marks = markSuspectFixes(track, nowMs);
    expect(marks.reasons).toHaveLength(40);
    expect(Object.values(marks.counts).reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(marks).toMatchObject({ suspect: 3, counts: { jump: 3 } });
  });
});

describe('the line of a fix’s neighbours', () => {
  /** Returns a drive with one fix moved to the side, metres. */
  const aside = (i: number, metres: number, speeds = false): Track => {
    const track = drive([{ seconds: 40, kmh: 60 }], { speeds });
    track.longitude[i]! += metres / 63_994;
    return track;
  };

  it.each([0, 1, 20, 38, 39])('is left by a jump of 60 m in a second, and only by it (fix %d)', i => {
    expect(faults(aside(i, 60))).toEqual([`${i} jump`]);
  });

  it('may be left by the noise of a fix', () => {
    expect(faults(aside(20, 15))).toEqual([]);
  });

  it('may be left by what a car can turn in the time: 5 s apart it lets the same 60 m pass', () => {
    const track = aside(20, 60);
    track.timeMs.forEach((ms, i) => {
      track.timeMs[i] = track.timeMs[0]! + (ms - track.timeMs[0]!) * 5;
    });
    expect(faults(track)).toEqual([]);
  });

  it('costs one fix where the places shift by 60 m for good', () => {
    const track = steady();
    for (let i = 20; i < 40; i++) track.longitude[i]! += 60 / 63_994;
    expect(markSuspectFixes(track, nowMs).suspect).toBe(1);
  });

  it('is not the only measure: a receiver that says 60 km/h does not move 45 m in a second', () => {
    const shifted = (speeds: boolean) => {
      const track = drive([{ seconds: 40, kmh: 60 }], { speeds });
      for (let i = 38; i < 40; i++) track.latitude[i]! += 35 / 111_327;
      return faults(track);
    };
    expect(shifted(false)).toEqual([]);
    expect(shifted(true)).toEqual(range(38, 40));
  });
});

/** Returns a drive of ten minutes north, or there and back. */
const long = ({ speeds = false, back = false } = {}): Track => {
  const track = drive([{ seconds: 600, kmh: 60 }], { speeds });
  if (back) for (let i = 300; i < 600; i++) track.latitude[i] = track.latitude[599 - i]!;
  return track;
};
/** Freezes the fixes `from` ≤ i < `to` at the position of the first. */
const frozen = (track: Track, from: number, to: number): Track => {
  track.latitude.fill(track.latitude[from]!, from, to);
  return track;
};
/** Returns the track with a gap of a minute after `from`, followed by ten fixes that are off by these degrees. */
const wrongExit = (track: Track, from: number, north: number, east = 0): Track => {
  for (let i = from + 60; i < from + 70; i++) {
    track.latitude[i]! += north;
    track.longitude[i]! += east;
  }
  return pickFixes(
    track,
    Uint32Array.from(track.timeMs, (_, i) => i).filter(i => i < from || i >= from + 60),
  );
};

describe('between two discontinuities nothing is lost', () => {
  it.each([
    ['two frozen stretches', () => frozen(frozen(long(), 300, 330), 400, 440)],
    ['two frozen stretches with speeds', () => frozen(frozen(long({ speeds: true }), 300, 330), 400, 440)],
    ['three frozen stretches', () => frozen(frozen(frozen(long(), 300, 330), 380, 410), 450, 480)],
    ['frozen at the beginning and at the end', () => frozen(frozen(long(), 0, 40), 560, 600)],
    ['frozen on the way there and on the way back', () => frozen(frozen(long({ back: true }), 200, 230), 370, 400)],
    ['two wrong tunnel exits', () => wrongExit(wrongExit(long(), 400, 0.005), 240, 0.004)],
    ['two exits, too early and too late', () => wrongExit(wrongExit(long(), 400, -0.005, 0.002), 240, 0.009)],
    [
      'one tunnel there and back, the exits off to the left',
      () => wrongExit(wrongExit(long({ back: true }), 400, 0, 0.01), 140, 0, -0.01),
    ],
  ])('%s', (_, spoilt) => {
    const track = spoilt();
    const lost = Array.from(markSuspectFixes(track, nowMs).reasons).filter(reason => reason !== 0).length;
    // The ten fixes of a wrong exit may be rejected, but never the real drive.
    expect(lost).toBeLessThanOrEqual(20);
    const kept = pickFixes(
      track,
      Uint32Array.from(track.timeMs, (_, i) => i).filter(i => markSuspectFixes(track, nowMs).reasons[i] === 0),
    );
    const gaps = Array.from(kept.timeMs.subarray(1), (ms, i) => ms - kept.timeMs[i]!);
    expect(Math.max(...gaps)).toBeLessThan(75_000);
  });

  it('but two jumps that cancel, by way of one feigned place or several, are a detour', () => {
    const feigned = (places: readonly [from: number, to: number, north: number][]): Track => {
      const track = long();
      for (const [from, to, north] of places) for (let i = from; i < to; i++) track.latitude[i]! += north;
      return track;
    };
    expect(faults(feigned([[250, 280, 0.03]]))).toEqual(range(250, 280));
    expect(
      faults(
        feigned([
          [250, 265, 0.03],
          [265, 280, -0.04],
        ]),
      ),
    ).toEqual(range(250, 280));
  });
});

describe('the clock of a receiver', () => {
  it('that steps back an hour is seen in the order sent', () => {
    const track = steady();
    for (let i = 20; i < 40; i++) track.timeMs[i]! -= 3_600_000;
    expect(faults(track)).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 20} clock`));
  });

  it('is not blamed for fixes that are sent late, twice or shuffled', () => {
    const late = [...Array(40).keys()].filter(i => i < 10 || i >= 15).concat([10, 11, 12, 13, 14]);
    const twice = [...Array(40).keys(), ...Array(40).keys()];
    const shuffled = [...Array(40).keys()].sort((a, b) => ((a * 17) % 40) - ((b * 17) % 40));
    for (const order of [late, twice, shuffled])
      expect(faults(pickFixes(steady(), Uint32Array.from(order)))).toEqual([]);
  });

  it('is blamed from where the car drove on to where the times go on, ahead or back', () => {
    for (const byMs of [-3_600_000, -1_200_000, 3_600_000]) {
      const track = long();
      for (let i = 200; i < 400; i++) track.timeMs[i]! += byMs;
      expect(faults(track), String(byMs)).toEqual(Array.from({ length: 200 }, (_, n) => `${n + 200} clock`));
    }
  });

  it('is not blamed for a drive told after the one that led back to its start, nor for any order', () => {
    const there = long({ back: true });
    const numbers = [...there.timeMs.keys()];
    const pieces = (size: number) =>
      Array.from({ length: Math.ceil(600 / size) }, (_, n) => numbers.slice(n * size, n * size + size));
    const orders = [
      [...numbers].reverse(),
      [...numbers.slice(590), ...numbers.slice(0, 590)],
      [...numbers.slice(300), ...numbers.slice(0, 300)],
      ...[5, 10, 60].flatMap(size => [
        pieces(size).reverse().flat(),
        pieces(size).flatMap(piece => piece.reverse()),
        pieces(size).flatMap((_, n, all) => all[(n * 7) % all.length]!),
      ]),
      [...numbers].sort((a, b) => ((a * 223) % 600) - ((b * 223) % 600)),
    ];
    for (const everyMs of [1000, 10_000, 30_000, 60_000, 310_000])
      for (const order of orders) {
        const track = pickFixes(there, Uint32Array.from(order));
        for (let n = 0; n < order.length; n++) track.timeMs[n] = there.timeMs[0]! + order[n]! * everyMs;
        expect(
          Array.from(markSuspectFixes(track, Number.POSITIVE_INFINITY).reasons).filter(reason => reason !== 0),
        ).toEqual([]);
      }
  });

  it('whose week counter ran over is twenty years behind: a fault, not a drive of 2006', () => {
    const track = steady();
    track.timeMs[7]! -= 1024 * 7 * 86_400_000;
    expect(faults(track)).toEqual(['7 time']);
  });
});
