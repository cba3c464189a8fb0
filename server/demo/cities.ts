import type { CityKey } from './identifiers.ts';
import type { Random } from './random.ts';

type Town = { name: string; weight: number; zipFrom: number; zipTo: number };

const towns: Record<CityKey, readonly Town[]> = {
  moscow: [
    { name: 'Москва', weight: 82, zipFrom: 101_000, zipTo: 129_990 },
    { name: 'Химки', weight: 4, zipFrom: 141_400, zipTo: 141_446 },
    { name: 'Мытищи', weight: 4, zipFrom: 141_000, zipTo: 141_021 },
    { name: 'Балашиха', weight: 4, zipFrom: 143_900, zipTo: 143_921 },
    { name: 'Люберцы', weight: 3, zipFrom: 140_000, zipTo: 140_016 },
    { name: 'Одинцово', weight: 3, zipFrom: 143_000, zipTo: 143_014 },
  ],
  petersburg: [
    { name: 'Санкт-Петербург', weight: 88, zipFrom: 190_000, zipTo: 199_406 },
    { name: 'Мурино', weight: 4, zipFrom: 188_660, zipTo: 188_664 },
    { name: 'Кудрово', weight: 4, zipFrom: 188_689, zipTo: 188_696 },
    { name: 'Всеволожск', weight: 2, zipFrom: 188_640, zipTo: 188_645 },
    { name: 'Гатчина', weight: 2, zipFrom: 188_300, zipTo: 188_310 },
  ],
};

/** Streets that most Russian towns have. */
const streets = [
  'улица Ленина',
  'Советская улица',
  'Молодёжная улица',
  'Школьная улица',
  'Садовая улица',
  'улица Гагарина',
  'Комсомольская улица',
  'Парковая улица',
  'улица Мира',
  'Лесная улица',
  'Октябрьская улица',
  'улица Строителей',
  'Первомайская улица',
  'Центральная улица',
  'улица Победы',
  'Заречная улица',
  'улица Чкалова',
  'улица Чехова',
  'Новая улица',
  'Вокзальная улица',
  'Северная улица',
  'Набережная улица',
  'улица Титова',
  'Весенняя улица',
];

export const cityNames: Record<CityKey, string> = { moscow: 'Москва', petersburg: 'Санкт-Петербург' };

export type Address = { city: string; zipCode: string; street: string };

export const homeAddress = (key: CityKey, random: Random): Address => {
  const town = random.pickWeighted(towns[key].map(entry => [entry, entry.weight] as const));
  const flatSuffix = random.chance(0.85) ? `, кв. ${random.integer(1, 320)}` : '';
  return {
    city: town.name,
    zipCode: String(random.integer(town.zipFrom, town.zipTo)),
    street: `${random.pick(streets)}, д. ${random.integer(1, 96)}${flatSuffix}`,
  };
};

export const roadAddress = (key: CityKey, street: string, random: Random): Address => {
  const [city] = towns[key];
  const lengthKm = street === 'МКАД' ? 108 : street === 'КАД' ? 140 : null;
  const hasHouseNumbers = !/кольцо|диаметр|хорда|мост|шоссе/.test(street);
  const houseAddress = hasHouseNumbers ? `${street}, д. ${random.integer(1, 140)}` : street;
  return {
    city: cityNames[key],
    zipCode: String(random.integer(city!.zipFrom, city!.zipTo)),
    street: lengthKm ? `${street}, ${random.integer(1, lengthKm)}-й км` : houseAddress,
  };
};
