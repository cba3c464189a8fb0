import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noises, recordCalmDrive } from '../../../../workshop/truth/calmDrive.ts';
import { crashTestFigures, deltaVFigures, runTruth, verdict } from '../../../../workshop/truth/command.ts';
import { crashFigures } from '../../../../workshop/truth/crashes.ts';
import { deliveryOrders, divideRecording, sources, thinRecording } from '../../../../workshop/truth/deliveries.ts';
import { corruptionFigures, routeFigures } from '../../../../workshop/truth/distances.ts';
import { areaUnderRoc, atMost, figureOf, mean, rateUpperBound } from '../../../../workshop/truth/figure.ts';
import { readTruth, type Truth } from '../../../../workshop/truth/folder.ts';
import { manoeuvreFigures } from '../../../../workshop/truth/manoeuvres.ts';
import { orientationFigures } from '../../../../workshop/truth/orientations.ts';

describe('a figure of the truth table', () => {
  const of = (values: readonly number[]) =>
    figureOf({ subject: 'a', figure: 'b', unit: '%', cases: values, statistic: mean, target: atMost(2) });

  it('has its value, an interval around it and a verdict', () => {
    const { value, low, high, met, count } = of([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect({ value, met, count }).toEqual({ value: 1.5, met: true, count: 10 });
    expect(low!).toBeLessThan(1.5);
    expect(high!).toBeGreaterThan(1.5);
    expect(of([1, 1, 1, 1, 1, 2, 2, 2, 2, 9]).met).toBe(false);
  });

  it('says nothing of fewer than ten cases', () => {
    expect(of([1, 2, 3])).toMatchObject({ value: null, met: null, note: 'too few to say' });
  });

  it('knows the area under a curve, with ties as half, and the rule of three', () => {
    const cases = [
      { score: 3, positive: true },
      { score: 2, positive: true },
      { score: 2, positive: false },
      { score: 1, positive: false },
    ];
    expect(areaUnderRoc(cases)).toBe(0.875);
    expect(rateUpperBound(0, 1.5)).toBe(2);
  });
});

describe('measuring a folder', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'truth-'));
    await writeFile(join(folder, 'notes.csv'), 'who,what\na,b\n');
    await writeFile(join(folder, 'broken.csv'), 'track,t_s,lat,lon\n1,0,word,37\n');
    await writeFile(join(folder, 'cut.json'), '{"10146":');
    const rows = Array.from({ length: 40 }, (_, i) => `1,${i},${55 + i * 1e-4},37`);
    await writeFile(join(folder, 'tracks.csv'), `track,t_s,lat,lon\n${rows.join('\n')}\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('names what it cannot read and measures the rest without a fault', async () => {
    const truth = await readTruth(folder);
    expect(truth.read).toEqual(['tracks.csv']);
    expect(truth.unknown.map(({ file }) => file)).toEqual(['broken.csv', 'cut.json', 'notes.csv']);
    expect(truth.drives).toHaveLength(1);
    const figures = [
      ...routeFigures(truth.drives, truth.routes),
      ...corruptionFigures(truth.drives),
      ...manoeuvreFigures(truth.drives, truth.earth, truth.labels),
      ...orientationFigures(truth.drives),
      ...crashTestFigures(truth),
      ...crashFigures(truth),
      ...deltaVFigures([]),
    ];
    expect(figures.every(({ value, met }) => value === null && met === null)).toBe(true);
    expect(figures.filter(({ note }) => /NaN|Infinity|undefined/.test(note ?? ''))).toEqual([]);
  });
});

describe('the command', () => {
  it('tells what is not measured from what meets its target, and from what has too few cases', () => {
    expect(verdict({ value: null, met: true })).toBe('not measured');
    expect(verdict({ value: null, met: null })).toBe('too few');
    expect(verdict({ value: 0, met: true })).toBe('met');
    expect(verdict({ value: 3, met: false })).toBe('MISSED');
    expect(verdict({ value: 3, met: null })).toBe('');
  });

  it('says in words that there is nothing to measure, and does not end well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'truth-'));
    await writeFile(join(folder, 'notes.csv'), 'who,what\na,b\n');
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      await expect(runTruth([folder, '--only', 'distance'])).rejects.toThrow(
        'no recording that is known by its header',
      );
      expect(said.mock.calls.flat()).toContain('not read: notes.csv: no recording has these columns: who, what');
      await expect(runTruth([join(folder, 'none')])).rejects.toThrow('There is no folder');
      await expect(runTruth([join(folder, 'notes.csv')])).rejects.toThrow('There is no folder');
      await expect(runTruth([folder, '--only', 'distances'])).rejects.toThrow('there are: distance, corruptions');
      await expect(runTruth([])).rejects.toThrow('Usage: npm run truth');
    } finally {
      said.mockRestore();
      await rm(folder, { recursive: true });
    }
  });
});

const recording = recordCalmDrive(10, 'test', noises['acceleration at 25 Hz, smooth road']!);

describe('a drive as devices send it', () => {
  it('has every fix and every sample once, whatever the size of a message', () => {
    for (const size of [10, 30, 60, 300, 7]) {
      const messages = divideRecording(recording, size).flatMap(part => part.messages);
      expect(messages.flatMap(({ Positions }) => Positions)).toEqual(recording.positions);
      const samples = messages.flatMap(({ Acceleration }) => (Acceleration as { Vertical: number[] }).Vertical);
      expect(samples).toEqual(recording.curves[0]!.Vertical);
      expect(new Set(messages.map(({ MessageId }) => MessageId)).size).toBe(messages.length);
    }
  });

  it('arrives completely in every order, and never before it was recorded', () => {
    const parts = divideRecording(recording, 30);
    for (const [order, arrange] of Object.entries(deliveryOrders)) {
      const deliveries = arrange(parts);
      const numbers = deliveries.flatMap(({ messages }) => messages.map(({ MessageId }) => MessageId));
      for (const { messages } of parts) expect(numbers, order).toContain(messages[0]!.MessageId);
      for (const { arrivedMs, messages } of deliveries)
        for (const { DateTime } of messages[0]!.Positions as { DateTime: string }[])
          expect(Date.parse(DateTime), order).toBeLessThan(arrivedMs);
      expect(deliveries.map(({ arrivedMs }) => arrivedMs)).toEqual(
        deliveries.map(({ arrivedMs }) => arrivedMs).sort((a, b) => a - b),
      );
    }
  });

  it('can be thinned, and measured by less', () => {
    const times = thinRecording(recording, 30).positions.map(({ DateTime }) => Date.parse(DateTime));
    expect(times).toHaveLength(20);
    expect(times[1]! - times[0]!).toBe(30_000);
    const places = sources['places only']!(recording);
    expect(places.curves).toEqual([]);
    expect(Object.keys(places.positions[0]!)).not.toContain('Speed');
  });

  it('is calm where it is generated to be calm', () => {
    const { positions } = recordCalmDrive(30, 'calm', {});
    const changesG = positions.slice(1).map((fix, i) => (fix.Speed! - positions[i]!.Speed!) / 35.3);
    expect(Math.max(...changesG.map(Math.abs))).toBeLessThan(0.09);
  });
});

describe('crash tests and staged accidents', () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    t_s: String(i / 10_000),
    driver_chest_x: '1',
    driver_chest_y: '0',
    driver_chest_z: '0',
    pass_chest_x: '5',
    pass_chest_y: '0',
    pass_chest_z: '0',
  }));
  const figuresFor = (occupant: string) =>
    crashTestFigures({
      crashTests: [{ file: 'a.csv', sheet: { stem: 'a', rows } }],
      references: [{ file: 'a.csv', official: { [occupant]: { chest_3ms_clip_g: 5 } } }],
    } as unknown as Truth);

  it('never reads a rear occupant from the channels of the front passenger', () => {
    expect(figuresFor('front_passenger')).toHaveLength(1);
    expect(figuresFor('driver(THOR)')).toHaveLength(1);
    expect(figuresFor('rear_passenger')).toEqual([]);
    expect(figuresFor('left_rear')).toEqual([]);
  });

  it('tells a recording with staged accidents from one without', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'truth-'));
    try {
      const text = `t_ms,ax,ay,az\n${Array.from({ length: 50 }, (_, i) => `${i * 5},0,9.8,0`).join('\n')}\n`;
      await writeFile(join(folder, 'scooter_crash_b.csv'), text);
      await writeFile(join(folder, 'scooter_normal.csv'), text);
      const { shaken } = await readTruth(folder);
      expect(shaken.map(({ file, staged }) => [file, staged])).toEqual([
        ['scooter_crash_b.csv', true],
        ['scooter_normal.csv', false],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
