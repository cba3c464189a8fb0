import { expect, it } from 'vitest';
import { devices } from '../../../../src/resources/devices.ts';
import { vehicleModels } from '../../../../src/resources/vehicleModels.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { relatedColumns } from '../../../../src/screens/record/relatedColumns.ts';

const namesOf = (...asked: Parameters<typeof relatedColumns>) => relatedColumns(...asked).map(({ name }) => name);

it('a brand’s models and a device’s vouchers have the columns of their lists, without the brand and the device itself', () => {
  expect(namesOf(vehicleModels, 'BrandId')).toEqual(['Name', 'CarType', 'FromYear', 'ToYear']);
  expect(namesOf(vouchers, devices.related[0].by)).toEqual(vouchers.list.columns.filter(name => name !== 'IMEI'));
});
