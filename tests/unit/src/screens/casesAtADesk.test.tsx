// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { kinds } from '../../../../src/fields/registry.ts';
import { accidents } from '../../../../src/resources/accidents.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { readablePhone } from '../../../../src/schema/kinds/phone.ts';
import { widthOf } from '../../../../src/screens/list/column.ts';

/**
 * Width next to the open menu in a window of 1440 px, in characters of 9 px. Then the padding of a cell, and the width
 * of the checkbox column.
 */
const room = 1134 / 9;
const padding = 1.4;
const boxes = 4.5;

const end = (bucket: keyof typeof accidents.list.columnsIn, last: string): number => {
  const columns: readonly string[] = accidents.list.columnsIn[bucket];
  return columns
    .slice(0, columns.indexOf(last) + 1)
    .reduce(
      (sum, name) => sum + padding + widthOf(name, accidents.fields[name as keyof typeof accidents.fields], {}),
      boxes,
    );
};

it('at a desk the queue tells plate and who has a case without being scrolled', () => {
  expect(end('opened', 'LockedByName')).toBeLessThan(room);
  expect(end('opened', 'VehicleRegNumber')).toBeLessThan(room);
});

it.each(['closed', 'notvalid'] as const)('at a desk %s has the columns of the specification in sight', bucket => {
  for (const column of [
    ...(['CrashUniqueIdentifier', 'CrashDateTime', 'ClientName', 'MaximumAcceleration'] as const),
    ...(['VehicleRegNumber', 'StatusOfRoadAccident'] as const),
  ]) {
    expect(accidents.list.columnsIn[bucket]).toContain(column);
    expect([column, end(bucket, column) < room]).toEqual([column, true]);
  }
});

it('a phone, an IMEI, a plate and a time are read whole in a row', () => {
  expect(readablePhone('+79005640313')).toBe('+7 900 564-03-13');
  // Widths measured in the browser. The time is in English.
  const measured = { phone: 15.2, imei: 15.4, plate: 12.9, dateTime: 15 } as const;
  for (const [kind, width] of Object.entries(measured))
    expect(kinds[kind as keyof typeof measured].width, kind).toBeGreaterThan(width);
});

it('at a desk the vouchers have all their columns without being scrolled', () => {
  // Exact to the pixel, because a character is as wide as measured.
  const columns = vouchers.list.columns.map(name =>
    widthOf(name, vouchers.fields[name as keyof typeof vouchers.fields]),
  );
  expect(columns.reduce((sum, width) => sum + padding + width, boxes)).toBeLessThan(1134 / 8.83);
});
