import { describe, expect, it } from 'vitest';
import { isValidImei } from '../../../../src/schema/kinds/imei.ts';
import { curvesOf } from '../../../../workshop/recordings/axes.ts';
import { recognise } from '../../../../workshop/recordings/formats/index.ts';
import { imeiOf } from '../../../../workshop/recordings/imei.ts';
import { batches } from '../../../../workshop/recordings/messages.ts';
import { idOfStem, inventedStartMs } from '../../../../workshop/recordings/recording.ts';

const formatOf = (header: string) => {
  const known = recognise(header.split(','));
  if (known?.kind !== 'recording') throw new Error(`${header} is no recording`);
  return known.format;
};
const read = (header: string, lines: string[], stem = 'file') => {
  const names = header.split(',');
  const rows = lines.map(line => Object.fromEntries(line.split(',').map((cell, i) => [names[i]!, cell])));
  return formatOf(header).recordings({ stem, rows }, {});
};

describe('a file', () => {
  it.each([
    ['track,t_s,lat,lon', 'osm_tracks'],
    ['lon,lat,t_s,track,extra', 'osm_tracks'],
    ['time,lat,lon', 'barefoot'],
    ['t_s,sill_left_x,sill_left_y', 'crash_nhtsa'],
    ['t_s,cg_x,cg_y,cg_z', 'crash_nhtsa'],
    ['t_s,acc_forward,acc_right,acc_down', 'comma2k19_imu'],
  ])('with the columns %s is %s', (header, family) => {
    const known = recognise(header.split(','));
    expect(known?.kind === 'recording' ? known.format.family : known?.family).toBe(family);
  });

  it.each(['track,seq,lat,lon', 't_s,driver_head_x', 't_ms,ax,ay,az', 'track,matched_route_km'])(
    'with the columns %s is no recording',
    header => expect(recognise(header.split(','))).toBeUndefined(),
  );
});

describe('a crash test', () => {
  const curve = (header: string, ...lines: string[]) => read(header, lines, 'crash_nhtsa_1')[0]!.crash!.curve;

  it('is the mean of the rear seat’s channels, turned from SAE J211 to our axes', () => {
    const header = 't_s,rear_seat_left_x,rear_seat_right_x,rear_seat_left_x_red,rear_seat_left_z,sill_left_x,cg_x';
    expect(curve(header, '-0.001,1,2,3,0.5,50,90', '0,4,5,6,-0.5,50,90')).toMatchObject({
      RateHz: 1000,
      Longitudinal: [2, 5],
      Lateral: [0, 0],
      Vertical: [0.5, 1.5],
    });
  });

  it('prefers the sills to the centre of gravity', () => {
    const header = 't_s,cg_x,cg_y,cg_z,sill_left_x,sill_right_x,sill_left_y';
    expect(curve(header, '0,90,90,90,1,3,4', '0.001,90,90,90,1,3,4')).toMatchObject({
      Longitudinal: [2, 2],
      Lateral: [-4, -4],
      Vertical: [1, 1],
    });
  });

  it('begins before its impact', () => {
    const [recording] = read('t_s,cg_x', ['-0.05,0', '-0.0499,0'], 'crash_nhtsa_10146');
    expect(recording).toMatchObject({ family: 'crash_nhtsa', id: '10146' });
    expect(Date.parse(recording!.crash!.at) - Date.parse(recording!.crash!.curve.Start)).toBe(50);
  });
});

describe('a drive', () => {
  it('of the black box has its lateral axis turned and its miles made kilometres', () => {
    const header = 'drive,t_utc,gps_lat,gps_long,speed_mph,accel_x,accel_y,accel_z';
    const [recording] = read(header, ['7,2019-05-23T20:54:11Z,41,-95,10,0.1,0.2,1']);
    expect(recording!.positions[0]).toMatchObject({ Speed: 16.09 });
    expect(recording!.acceleration[0]).toMatchObject({ Longitudinal: [0.1], Lateral: [-0.2], Vertical: [1] });
  });

  it('without a calendar always lies on the same day, in the past', () => {
    expect(inventedStartMs('44')).toBe(Date.UTC(2025, 1, 14, 6));
    expect(inventedStartMs('munich')).toBe(inventedStartMs('munich'));
    expect(idOfStem('barefoot', 'barefoot_munich_gps')).toBe('munich_gps');
  });
});

describe('samples', () => {
  const sample = (ms: number, x: number) => ({ ms, x, y: 0, z: 1 });

  it('are laid on one rate by straight lines', () => {
    const [curve] = curvesOf([sample(0, 0), sample(95, 0.95), sample(205, 2.05)], 10, 500);
    expect(curve!.Longitudinal).toEqual([0, 1, 2]);
  });

  it('are cut where they leave a gap or the clock steps back', () => {
    const samples = [0, 100, 900, 1000, 500].map(ms => sample(ms, 1));
    expect(curvesOf(samples, 10, 500).map(({ Longitudinal }) => Longitudinal.length)).toEqual([2, 2, 1]);
  });
});

it('devices have IMEIs of their own that are right', () => {
  const imeis = Array.from({ length: 500 }, (_, i) => imeiOf(`REC-osm_tracks-${i}`));
  expect(imeis.every(isValidImei)).toBe(true);
  expect(new Set(imeis).size).toBe(500);
});

it('messages go together up to a sensible size', () => {
  const message = 'x'.repeat(1_500_000);
  expect(batches([message, message, message, message]).map(batch => batch.length)).toEqual([2, 2]);
  expect(batches([])).toEqual([]);
});
