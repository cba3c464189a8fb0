import type { Pool } from 'pg';

interface Sample {
  readonly number: string;
  readonly client_name: string;
  readonly client_phone: string;
  readonly reg_number: string;
  readonly imei: string;
  readonly vin: string;
  readonly vehicle_brand: string;
  readonly vehicle_model: string;
  readonly city: string;
}

const russian = 'йцукенгшщзхъфывапролджэячсмитьбю';
const american = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const looksLike = new Map([...'АВЕКМНОРСТУХ'].map((letter, at) => [letter, 'ABEKMHOPCTYX'.charAt(at)]));
const wrongLayout = (text: string): string =>
  [...text.toLowerCase()].map(key => american[russian.indexOf(key)] ?? key).join('');
const latin = (plate: string): string => [...plate].map(letter => looksLike.get(letter) ?? letter).join('');
const withGaps = (plate: string): string => plate.replace(/(\d+)/g, ' $1 ').trim();

/** Search texts that must find exactly one voucher. They are the cases of tests/integration/search.test.ts. */
const queriesFor = (voucher: Sample): string[] => {
  const { number, client_name, client_phone: phone, reg_number: plate, imei, vin } = voucher;
  const [last = '', first = '', middle = ''] = client_name.split(' ');
  const nationalNumber = phone.slice(2);
  return [
    ...[number, number.replace('-', ''), number.replace('-', ' '), number.slice(0, -2), number.slice(-4)],
    ...[number.replace('DD', 'дд'), number.slice(3)],
    ...[plate, latin(plate), withGaps(latin(plate)).toLowerCase(), wrongLayout(plate), plate.slice(0, 4)],
    ...[plate.slice(0, 6), plate.slice(1, 6), withGaps(plate)],
    ...[imei, imei.slice(0, 9), imei.slice(0, 12), imei.slice(-4), imei.slice(-6), imei.slice(-8)],
    ...[vin, vin.slice(-4), vin.slice(-6), vin.slice(-8), vin.slice(0, 8), vin.toLowerCase()],
    ...[
      phone,
      `8${nationalNumber}`,
      nationalNumber,
      `+7 (${nationalNumber.slice(0, 3)}) ${nationalNumber.slice(3)}`,
      phone.slice(0, 9),
    ],
    ...[nationalNumber.slice(-4), nationalNumber.slice(-7)],
    ...[last, last.slice(0, 2), last.slice(0, 4), last.toUpperCase(), last.replaceAll('ё', 'е'), wrongLayout(last)],
    ...[first, client_name, `${first} ${last}`, `${last} ${first}`, `${middle} ${last}`, `${last} ${first.charAt(0)}`],
    ...[`${last} ${first.charAt(0)} ${middle.charAt(0)}`, wrongLayout(`${first} ${last}`), last.slice(1)],
    ...[`${last} ${voucher.vehicle_model}`, `${voucher.vehicle_model} ${last}`, `${last} ${voucher.vehicle_brand}`],
    ...[`${last} ${nationalNumber.slice(-4)}`, `${last} ${plate.slice(0, 4)}`, `${last} ${voucher.city}`],
    ...[
      `${last} ${voucher.city.slice(0, 4)}`,
      `${first} ${voucher.city}`,
      `${first} ${voucher.vehicle_brand.slice(0, 3)}`,
    ],
    ...[voucher.vehicle_brand, voucher.vehicle_model, `${voucher.vehicle_brand} ${voucher.vehicle_model}`],
  ];
};

const fixedQueries = [
  'иванов солярис',
  'солярис',
  'мерседес',
  'лада веста',
  'ivanov',
  'а',
  'ив',
  '7',
  '777',
  'ghbdtn',
  'ничего',
];

/** Returns search texts for vouchers from the whole range of ids, plus some common texts. */
export const searchQueries = async (pool: Pool, companyId: number, vouchers: number): Promise<string[]> => {
  const { rows: range } = await pool.query<{ first: number; last: number }>(
    'select min(id) as first, max(id) as last from voucher where company_id = $1',
    [companyId],
  );
  const { first, last } = range[0] ?? { first: 0, last: 0 };
  const queries = [...fixedQueries];
  for (let at = 0; at < vouchers; at += 1) {
    const from = first + Math.floor(((last - first) * (at + 0.5)) / vouchers);
    const { rows } = await pool.query<Sample>(
      `select * from voucher where company_id = $1 and id >= $2 and imei is not null and client_name like '% % %'
        order by id limit 1`,
      [companyId, from],
    );
    if (rows[0]) queries.push(...queriesFor(rows[0]));
  }
  return [...new Set(queries)];
};
