import { expect, it } from 'vitest';
import { anomalies } from '../../../../src/resources/anomalies.ts';
import { vehicleModels } from '../../../../src/resources/vehicleModels.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { relatedColumns } from '../../../../src/screens/record/Related.tsx';

const namesOf = (...asked: Parameters<typeof relatedColumns>) => relatedColumns(...asked).map(({ name }) => name);

it('a brand’s models and a device’s faults have the columns of their lists, without the brand and the voucher it works under', () => {
  expect(namesOf(vehicleModels, 'BrandId', 'Lada', [{ id: 1, Name: 'Vesta' }])).toEqual([
    'Name',
    'CarType',
    'FromYear',
    'ToYear',
  ]);
  const others = anomalies.list.columns.filter(name => name !== 'Voucher');
  expect(namesOf(anomalies, 'ObjectId', 'DD-000216', [{ id: 1, Voucher: 'DD-000216' }])).toEqual(others);
});

it('a client’s vouchers do not repeat the client’s name, unless one of them says another', () => {
  const ofPetrov = (...clients: string[]) =>
    namesOf(
      vouchers,
      'ClientId',
      'Петров Пётр',
      clients.map((ClientName, id) => ({ id, ClientName })),
    );
  expect(ofPetrov('Петров Пётр', 'Петров Пётр')).not.toContain('ClientName');
  expect(ofPetrov('Петров Пётр', 'Петров П.')).toContain('ClientName');
});
