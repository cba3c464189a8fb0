import { expect, it } from 'vitest';
import { accidents } from '../../../../src/resources/accidents.ts';
import { anomalies } from '../../../../src/resources/anomalies.ts';
import { clients } from '../../../../src/resources/clients.ts';
import { vehicleModels } from '../../../../src/resources/vehicleModels.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { createResolver } from '../../../../src/screens/form/GuardedForm.tsx';
import { recordSchema } from '../../../../src/screens/record/Inputs.tsx';
import { relatedColumns } from '../../../../src/screens/record/Related.tsx';
import { i18nIn } from '../../../support/i18n.ts';

const schema = recordSchema(accidents, ['Damages', 'CarPartIds'], i18nIn('ru'));
const takes = (values: object) => schema.isValid(values);

it('takes pairs where a description has pairs, and ids where it has ids', async () => {
  expect(await takes({ Damages: ['3:2', '12:1'], CarPartIds: [3] })).toBe(true);
  expect(await takes({ Damages: [], CarPartIds: [] })).toBe(true);
  for (const wrong of ['3', '3:', '0:2', 'a:b']) expect(await takes({ Damages: [wrong] }), wrong).toBe(false);
  expect(await takes({ CarPartIds: ['3:2'] })).toBe(false);
});

it('says of a licence before the 16th birthday that none is issued, before anything is sent', async () => {
  const dates = recordSchema(vouchers, ['BirthdayDate', 'FirstDrivingLicenseDate'], i18nIn('ru'));
  const issued = (FirstDrivingLicenseDate: string) =>
    dates.validate({ BirthdayDate: '2000-01-01', FirstDrivingLicenseDate });
  await expect(issued('2015-12-31')).rejects.toThrow('Права не выдают раньше 16-го дня рождения');
  await expect(issued('2016-01-01')).resolves.toBeDefined();
});

it('lets a phone from before a rule stay, and judges it once it is changed', async () => {
  const phones = recordSchema(clients, ['Phone'], i18nIn('ru'));
  const faults = async (Phone: string, stored?: object) => {
    const resolve = createResolver(
      phones,
      () => undefined,
      () => stored,
    );
    const { errors } = await resolve({ Phone }, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.keys(errors);
  };
  const before = { Phone: '+7 916 123-45' };
  expect(await faults('+7 916 123-45', before)).toEqual([]);
  expect(await faults('+7 916 123-4', before)).toEqual(['Phone']);
  expect(await faults('+7 916 123-45')).toEqual(['Phone']);
  expect(await faults('+7 916 123-45', { Phone: '+7 916 123-45-67' })).toEqual(['Phone']);
});

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
