import type { PoolClient } from 'pg';
import { vinCheckDigit } from '../../src/schema/kinds/vin.ts';
import type { Random } from './random.ts';

type Model = { name: string; weight: number; fromYear: number; toYear: number };
type Brand = { name: string; weight: number; wmi: readonly string[]; models: readonly Model[] };

const brand = (name: string, weight: number, wmi: string, ...models: string[]): Brand => ({
  name,
  weight,
  wmi: wmi.split(' '),
  models: models.map(text => {
    const [title = '', share = '1', from = '2012', to = '2024'] = text.split('|');
    return { name: title, weight: Number(share), fromYear: Number(from), toYear: Number(to) };
  }),
});

/**
 * Cars on Russian roads by brand: their share, the world manufacturer identifier (begin of a VIN), and models with
 * their years.
 */
export const brands: readonly Brand[] = [
  brand(
    'LADA (ВАЗ)',
    26,
    'XTA',
    'Granta|8|2012|2025',
    'Vesta|7|2015|2025',
    'Largus|3|2012|2025',
    'Niva Legend|2|2021|2025',
    'Niva Travel|2|2021|2025',
    'XRAY|2|2016|2022',
    'Priora|2|2010|2018',
    'Kalina|2|2010|2018',
  ),
  brand(
    'Kia',
    12,
    'XWE Z94',
    'Rio|7|2012|2022',
    'Ceed|3|2012|2022',
    'Sportage|4|2012|2023',
    'Optima|2|2012|2020',
    'K5|1|2020|2023',
    'Sorento|2|2012|2023',
    'Picanto|1|2012|2021',
    'Cerato|2|2012|2021',
    'Seltos|1|2020|2022',
  ),
  brand(
    'Hyundai',
    11,
    'Z94 X7M',
    'Solaris|7|2011|2022',
    'Creta|5|2016|2022',
    'Tucson|3|2015|2022',
    'Santa Fe|2|2012|2022',
    'Elantra|2|2012|2021',
    'Sonata|1|2017|2022',
  ),
  brand(
    'Toyota',
    8,
    'XW7 JTN',
    'Camry|5|2012|2022',
    'RAV4|4|2013|2022',
    'Corolla|3|2012|2021',
    'Land Cruiser Prado|2|2012|2021',
    'Land Cruiser 200|1|2012|2020',
    'Highlander|1|2014|2021',
  ),
  brand(
    'Volkswagen',
    7,
    'XW8 WVW',
    'Polo|6|2011|2022',
    'Tiguan|3|2012|2022',
    'Passat|1|2012|2019',
    'Golf|1|2012|2020',
    'Jetta|1|2012|2019',
    'Touareg|1|2012|2022',
  ),
  brand(
    'Skoda',
    6,
    'XW8 TMB',
    'Octavia|4|2012|2022',
    'Rapid|4|2014|2022',
    'Kodiaq|1|2017|2022',
    'Karoq|1|2020|2022',
    'Superb|1|2013|2022',
    'Yeti|1|2012|2018',
  ),
  brand(
    'Renault',
    6,
    'X7L',
    'Logan|4|2012|2022',
    'Duster|4|2012|2022',
    'Sandero|2|2014|2022',
    'Kaptur|2|2016|2022',
    'Arkana|1|2019|2022',
  ),
  brand(
    'Nissan',
    5,
    'Z8N',
    'Qashqai|4|2014|2022',
    'X-Trail|3|2015|2022',
    'Almera|2|2013|2018',
    'Terrano|1|2014|2022',
    'Murano|1|2016|2021',
  ),
  brand('Ford', 3, 'X9F Z6F', 'Focus|5|2011|2019', 'Mondeo|1|2015|2019', 'Kuga|2|2013|2019', 'EcoSport|1|2014|2019'),
  brand(
    'Chevrolet',
    2,
    'XUF KL1',
    'Cruze|3|2011|2015',
    'Aveo|2|2012|2015',
    'Captiva|1|2012|2015',
    'Lacetti|1|2010|2013',
  ),
  brand('Mazda', 3, 'RUM JMZ', 'CX-5|4|2012|2022', '6|2|2013|2021', '3|1|2013|2019'),
  brand(
    'Mitsubishi',
    2,
    'Z8T JMB',
    'Outlander|4|2013|2022',
    'ASX|2|2012|2020',
    'Pajero Sport|1|2014|2021',
    'Lancer|2|2011|2016',
  ),
  brand('BMW', 3, 'X4X WBA', '3|3|2012|2022', '5|3|2012|2022', 'X3|2|2013|2022', 'X5|3|2013|2022', 'X1|1|2013|2022'),
  brand('Mercedes-Benz', 3, 'WDD WDC', 'C|3|2012|2021', 'E|3|2012|2021', 'GLC|2|2016|2022', 'GLE|1|2016|2022'),
  brand('Audi', 2, 'WAU XW8', 'A4|2|2012|2021', 'A6|2|2012|2021', 'Q3|1|2013|2021', 'Q5|2|2013|2021'),
  brand('Lexus', 1, 'JTJ', 'RX|3|2013|2022', 'NX|2|2015|2022', 'LX|1|2014|2021'),
  brand('Subaru', 1, 'JF1', 'Forester|3|2013|2021', 'Outback|1|2015|2021', 'XV|1|2013|2021'),
  brand('Volvo', 1, 'YV1', 'XC60|2|2013|2021', 'XC90|2|2015|2021', 'S60|1|2013|2019'),
  brand('Peugeot', 1, 'VF3 Z8T', '408|2|2012|2021', '308|1|2012|2019', '3008|1|2014|2021'),
  brand('Opel', 1, 'W0L XUF', 'Astra|3|2011|2015', 'Insignia|1|2012|2015', 'Mokka|1|2013|2015'),
  brand('Haval', 4, 'XZG LGW', 'Jolion|5|2021|2025', 'F7|3|2019|2025', 'Dargo|1|2022|2025', 'H9|1|2020|2024'),
  brand(
    'Chery',
    4,
    'LVV',
    'Tiggo 4|2|2020|2025',
    'Tiggo 7 Pro|4|2020|2025',
    'Tiggo 8 Pro|2|2021|2025',
    'Arrizo 8|1|2023|2025',
  ),
  brand(
    'Geely',
    3,
    'LB3 Y7V',
    'Coolray|3|2020|2025',
    'Monjaro|2|2022|2025',
    'Atlas Pro|2|2021|2024',
    'Tugella|1|2021|2024',
  ),
  brand('EXEED', 1, 'LVT', 'TXL|2|2021|2025', 'VX|1|2021|2025', 'LX|1|2021|2025'),
  brand('Omoda', 1, 'LVU', 'C5|3|2022|2025', 'S5|1|2023|2025'),
  brand(
    'Changan',
    1,
    'LS5',
    'CS35 Plus|1|2020|2025',
    'CS55 Plus|2|2021|2025',
    'UNI-K|1|2022|2025',
    'UNI-V|1|2022|2025',
  ),
  brand('Москвич', 1, 'XMS', '3|2|2022|2025', '6|1|2023|2025'),
  brand('УАЗ', 2, 'XTT', 'Патриот|4|2012|2025', 'Хантер|1|2012|2024', 'Профи|1|2018|2025'),
  brand('ГАЗ', 2, 'X96', 'ГАЗель NEXT|3|2014|2025', 'Соболь|1|2012|2024', 'ГАЗель Бизнес|1|2012|2023'),
];

/** Adds brands and models of the demo's cars to the dictionaries from which forms offer choices. */
export const writeVehicleDictionaries = async (client: PoolClient): Promise<void> => {
  const models = brands.flatMap(({ name, models: each }) => each.map(model => ({ ...model, brand: name })));
  await client.query(`insert into vehicle_brand (name) select unnest($1::text[]) on conflict (name) do nothing`, [
    brands.map(({ name }) => name),
  ]);
  await client.query(
    `insert into vehicle_model (brand_id, name, from_year, to_year)
     select vehicle_brand.id, model.name, model.from_year, model.to_year
     from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as model (brand, name, from_year, to_year)
     join vehicle_brand on vehicle_brand.name = model.brand
     on conflict (brand_id, name) do nothing`,
    [
      models.map(({ brand: brandName }) => brandName),
      models.map(({ name }) => name),
      models.map(({ fromYear }) => fromYear),
      models.map(({ toYear }) => toYear),
    ],
  );
};

const weightedColours = [
  ['белый', 27],
  ['чёрный', 19],
  ['серый', 16],
  ['серебристый', 13],
  ['синий', 8],
  ['красный', 6],
  ['коричневый', 4],
  ['тёмно-синий', 3],
  ['зелёный', 2],
  ['бежевый', 2],
  ['голубой', 1],
  ['оранжевый', 1],
  ['вишнёвый', 1],
] as const;

const weightedBrands = brands.map(entry => [entry, entry.weight] as const);
const weightedModels = new Map(
  brands.map(entry => [entry, entry.models.map(model => [model, model.weight] as const)] as const),
);

// Letter for the model year in a VIN by ISO 3779: no I, O, Q, U, Z and no zero. 2010 is A.
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const vinLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

export const vinFor = (wmi: string, year: number, serial: number, random: Random): string => {
  let descriptor = '';
  for (let position = 0; position < 5; position++)
    descriptor += vinLetters[Math.floor(random.next() * vinLetters.length)];
  const yearCode = yearCodes[(year - 2010 + 30) % 30]!;
  const plant = vinLetters[Math.floor(random.next() * 24)]!;
  const serialPart = `${yearCode}${plant}${String(serial % 1_000_000).padStart(6, '0')}`;
  return `${wmi}${descriptor}${vinCheckDigit(`${wmi}${descriptor}0${serialPart}`)}${serialPart}`;
};

export type DemoVehicle = { brand: string; model: string; year: number; color: string; vin: string };

/**
 * Chooses a car and makes its VIN.
 * @param serial makes the VIN unique. It is in the last six characters.
 */
export const vehicleFor = (random: Random, serial: number, latestYear: number): DemoVehicle => {
  const chosenBrand = random.pickWeighted(weightedBrands);
  const model = random.pickWeighted(weightedModels.get(chosenBrand)!);
  const year = Math.min(latestYear, random.integer(model.fromYear, model.toYear));
  return {
    brand: chosenBrand.name,
    model: model.name,
    year,
    color: random.pickWeighted(weightedColours),
    vin: vinFor(random.pick(chosenBrand.wmi), year, serial, random),
  };
};
