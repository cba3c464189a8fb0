import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noises, recordCalmDrive } from '../../../../workshop/truth/calmDrive.ts';
import { crashTestFigures } from '../../../../workshop/truth/command.ts';
import { deliveryOrders, divideRecording, sources, thinRecording } from '../../../../workshop/truth/deliveries.ts';
import { readTruth, type Truth } from '../../../../workshop/truth/folder.ts';

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
