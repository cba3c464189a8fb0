import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceFor, plateFor, plateRegions } from '../../../../server/demo/identifiers.ts';
import { fullName, latinName, mobilePhone, personName } from '../../../../server/demo/names.ts';
import { createRandom } from '../../../../server/demo/random.ts';
import { brands } from '../../../../server/demo/vehicles.ts';
import {
  clientIndexOf,
  clientOf,
  clientsPerCopy,
  voucherOf,
  vouchersPerCopy,
} from '../../../../server/demo/vouchers.ts';
import { isValidImei } from '../../../../src/schema/kinds/imei.ts';
import { isCarPlate } from '../../../../src/schema/kinds/plate.ts';
import { judgeVin } from '../../../../src/schema/kinds/vin.ts';

const world = { seed: 7, today: new Date('2026-03-12T11:20:00Z') };
const anyIndex = fc.nat({ max: 1_000_000 });

describe('people of the demo', () => {
  it('have names whose parts agree in gender, in Cyrillic', () => {
    fc.assert(
      fc.property(anyIndex, index => {
        const name = personName(createRandom(1, 'names', index));
        expect(fullName(name)).toMatch(/^[А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+$/);
        expect(name.middleName).toMatch(name.gender === 2 ? /на$/ : /ич$/);
        if (name.gender === 1) expect(name.lastName).not.toMatch(/(?:ова|ева|ина|ая)$/);
        expect(latinName(name.lastName)).toMatch(/^[a-z]+$/);
        expect(mobilePhone(createRandom(1, 'phones', index))).toMatch(/^\+79\d{9}$/);
      }),
    );
  });

  it('drive cars with valid numbers', () => {
    const models = new Map(brands.map(brand => [brand.name, brand.models.map(model => model.name)]));
    fc.assert(
      fc.property(anyIndex, index => {
        const voucher = voucherOf(world, index);
        expect(judgeVin(voucher.vehicle.vin)).toBe('valid');
        expect(isCarPlate(voucher.vehicle.regNumber)).toBe(true);
        expect(models.get(voucher.vehicle.brand)).toContain(voucher.vehicle.model);
        if (voucher.imei !== null) expect(isValidImei(voucher.imei)).toBe(true);
        expect(voucher.activatedAt?.getTime() ?? 0).toBeLessThanOrEqual(world.today.getTime());
        expect(voucher.contractEnd.getTime()).toBeGreaterThan(voucher.contractBegin.getTime());
      }),
    );
  });

  it('never share a plate, a device or an object', () => {
    const count = 60_000;
    const distinct = (make: (index: number) => string) =>
      new Set(Array.from({ length: count }, (_, i) => make(i))).size;
    expect(distinct(index => plateFor('moscow', index))).toBe(count);
    expect(distinct(index => plateFor('petersburg', index))).toBe(count);
    expect(distinct(index => deviceFor(index).imei)).toBe(count);
    const objects = new Set(Array.from({ length: 3000 }, (_, index) => voucherOf(world, index).objectId));
    expect(objects.size).toBe(3000);
  });

  it('live where their plates come from', () => {
    for (let index = 0; index < 600; index++) {
      const { client, vehicle } = voucherOf(world, index);
      expect(plateRegions[client.cityKey].some(region => vehicle.regNumber.endsWith(region))).toBe(true);
    }
  });

  it('are 280 for 300 vouchers in every copy, and no voucher leaves its client’s company', () => {
    for (const copy of [0, 1, 777]) {
      const slots = Array.from({ length: vouchersPerCopy }, (_, slot) => copy * vouchersPerCopy + slot);
      expect(new Set(slots.map(clientIndexOf)).size).toBe(clientsPerCopy);
      const companies = slots.map(index => clientOf(world, clientIndexOf(index)).company);
      expect(companies.filter(company => company === 0)).toHaveLength(240);
    }
  });
});
