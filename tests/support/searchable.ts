import type { TestApp } from './app.ts';

/** Creates a small company with one match for each search of the table of searches. */
export const givenSearchable = async ({ given, connection }: TestApp, companyId: number): Promise<void> => {
  await given.voucher(companyId, {
    number: 'DD-000123',
    client_name: 'Иванов Пётр Сергеевич',
    client_phone: '+79161234567',
    reg_number: 'А123ВС77',
    vin: 'Z94CT41DBHR654321',
    imei: '352093081122334',
    vehicle_brand: 'Hyundai',
    vehicle_model: 'Solaris',
    city: 'Москва',
  });
  await given.voucher(companyId, {
    number: 'DD-000777',
    client_name: 'Хасанова Алёна Юрьевна',
    client_phone: '+7 (926) 555-11-22',
    reg_number: 'К456МР178',
    vin: 'XTAGFL110LY987654',
    imei: '860277059876543',
    vehicle_brand: 'LADA (ВАЗ)',
    vehicle_model: 'Vesta',
    city: 'Санкт-Петербург',
  });
  await given.voucher(companyId, {
    number: 'DD-001500',
    client_name: 'Жуков Фёдор Ильич',
    client_phone: '89031112233',
    reg_number: 'О 007 ОО 99',
    vin: 'WDC2539461F555777',
    imei: '861790020001111',
    vehicle_brand: 'Mercedes-Benz',
    vehicle_model: 'GLC',
  });
  await given.voucher(companyId, {
    number: 'КАСКО/2026-15',
    client_name: 'Салтыков-Щедрин Михаил',
    reg_number: 'Х001ХХ50',
    vehicle_brand: 'Kia',
    vehicle_model: 'Rio',
  });
  await given.voucher(companyId, {
    number: 'DD-002000',
    client_name: 'Эверт Юлия Борисовна',
    reg_number: 'Е555КХ777',
    vehicle_brand: 'BMW',
    vehicle_model: 'X5',
  });
  await given.accident(companyId, {
    id: 500123,
    client_name: 'Дмитриев Глеб Олегович',
    client_phone: '+79215557788',
    voucher_number: 'DD-004040',
    reg_number: 'Т900УУ47',
    vehicle_brand: 'Škoda',
    vehicle_model: 'Octavia',
    city: 'Выборг',
  });
  await connection.db
    .insertInto('client')
    .values({
      company_id: companyId,
      last_name: 'Белова',
      first_name: 'Ольга',
      middle_name: 'Юрьевна',
      phone: '+79169998877',
      second_phone: '+79031234321',
      city: 'Тула',
    })
    .execute();
  await connection.pool.query(
    `update client set email = 'olga.belova_77@example.com' where company_id = $1 and last_name = 'Белова'`,
    [companyId],
  );
  await connection.db
    .insertInto('device')
    .values({
      company_id: companyId,
      imei: '866861041999888',
      sim_number: '+79580005151',
      obu_brand: 'Навтелеком',
      obu_model: 'СМАРТ S-2333',
    })
    .execute();
  await given.account(companyId, 'OPERATOR', {
    full_name: 'Соловьёв Денис',
    email: 'd.solovyov@demo.test',
    phone: '+79150001122',
  });
};
