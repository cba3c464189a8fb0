import { describe, expect, it } from 'vitest';
import { voucherHeadings } from '../../../../src/resources/vouchers/headings.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { knownHeadings, matchHeadings, supersededColumns } from '../../../../src/schema/importing.ts';

const known = knownHeadings(vouchers, voucherHeadings);
const match = (...headings: string[]) =>
  matchHeadings(vouchers, headings, known).map(({ field, proposed }) => (proposed ? `${field}?` : field));

describe('a heading of a file', () => {
  it.each([
    ['Ф.И.О.', 'ClientName'],
    ['Ф. И. О.', 'ClientName'],
    ['Ф/И/О', 'ClientName'],
    ['FIO', 'ClientName'],
    ['Гос. рег. знак', 'VehicleRegNumber'],
    ['ГОС.РЕГ.ЗНАК', 'VehicleRegNumber'],
    ['Г/н', 'VehicleRegNumber'],
    ['Г.Р.З.', 'VehicleRegNumber'],
    ['Марка автомобиля', 'VehicleBrand'],
    ['Moдeль', 'VehicleModel'],
    ['Сотовый', 'PhoneNumber'],
    ['ИМЕЙ', 'IMEI'],
    ['ВИН', 'VIN'],
    ['ВИН-код', 'VIN'],
    ['V.I.N.', 'VIN'],
    ['Г.в.', 'VehicleYear'],
    ['Д.р.', 'BirthdayDate'],
    ['Срок действия с', 'ContractBeginDate'],
    ['Период с', 'ContractBeginDate'],
    ['Окончание страхования', 'ContractEndDate'],
    ['Владелец', 'ClientName'],
    ['Срок действия по', 'ContractEndDate'],
    ['Дата заключения', 'ContractSignatureDate'],
  ])('“%s” is known without a question', (heading, field) => expect(match(heading)).toEqual([field]));

  it.each([
    ['Марка, модель ТС', 'VehicleBrand?'],
    ['Марка/модель', 'VehicleBrand?'],
    ['Марка и модель', 'VehicleBrand?'],
    ['Др.', 'BirthdayDate?'],
    ['ГВ', 'VehicleYear?'],
    ['Тел.', 'PhoneNumber?'],
    ['Ф.И.О. страхователя', 'ClientName?'],
    ['Клиент (Ф. И. О.)', 'ClientName?'],
    ['Г/н автомобиля', 'VehicleRegNumber?'],
    ['Телефоны', 'PhoneNumber?'],
    ['№ тел.', 'PhoneNumber?'],
    ['Водит. стаж с', 'FirstDrivingLicenseDate?'],
  ])('“%s” is only proposed', (heading, field) => expect(match(heading)).toEqual([field]));

  it.each([
    ...['Срок действия', 'Г', '.', 'Погода', 'Пол', 'Пол клиента'],
    ...['Стаж', 'Стаж, лет', 'Водительский стаж', 'Стаж вождения', 'Водит. стаж', 'Права', 'Valid'],
    ...['Licence', 'License', 'Licence no.'],
  ])('“%s” is not matched', heading => expect(match(heading)).toEqual([null]));
});

describe('several columns with a heading of the same field', () => {
  it('are the first and the second phone, the second one to be confirmed', () => {
    expect(match('Телефон', 'Телефон')).toEqual(['PhoneNumber', 'SecondaryPhoneNumber?']);
    expect(match('Сотовый', 'Тел.')).toEqual(['PhoneNumber', 'SecondaryPhoneNumber?']);
    expect(match('Телефон', 'Телефон', 'Второй телефон')).toEqual(['PhoneNumber', null, 'SecondaryPhoneNumber']);
  });

  it('give the field to the column whose heading is known as it is written', () =>
    expect(match('Ф.И.О.', 'ФИО')).toEqual([null, 'ClientName']));

  it('are told apart, except where the user left out both', () => {
    const headings = ['Телефон', 'Марка', 'Телефон', 'Make'];
    expect(supersededColumns(headings, ['PhoneNumber', 'VehicleBrand', null, null], known)).toEqual([
      { column: 2, field: 'PhoneNumber', otherColumn: 0 },
      { column: 3, field: 'VehicleBrand', otherColumn: 1 },
    ]);
    expect(supersededColumns(headings, [null, 'VehicleBrand', null, 'VehicleModel'], known)).toEqual([]);
  });
});
