import zoneAt from '@photostructure/tz-lookup';
import { searchKeyOf } from '../engine/search/matching/keys.ts';
import { isTimeZone } from './time-zone.ts';

/** Cities of Russia with more than about 200,000 people whose clocks do not show Moscow time, and their zones. */
const citiesByZone: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Samara': 'Самара, Тольятти, Ижевск, Сызрань, Новокуйбышевск',
  'Europe/Astrakhan': 'Астрахань',
  'Europe/Saratov': 'Саратов, Энгельс, Балаково',
  'Europe/Ulyanovsk': 'Ульяновск, Димитровград',
  'Asia/Yekaterinburg':
    'Екатеринбург, Челябинск, Уфа, Пермь, Тюмень, Оренбург, Магнитогорск, Сургут, Нижневартовск, Нижний Тагил, Курган, Стерлитамак, Орск, Ханты-Мансийск, Нефтеюганск, Новый Уренгой, Ноябрьск, Салехард, Златоуст, Миасс, Тобольск',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск, Бердск',
  'Asia/Barnaul': 'Барнаул, Бийск, Рубцовск, Горно-Алтайск',
  'Asia/Tomsk': 'Томск, Северск',
  'Asia/Novokuznetsk': 'Кемерово, Новокузнецк, Прокопьевск',
  'Asia/Krasnoyarsk': 'Красноярск, Норильск, Абакан, Ачинск, Кызыл',
  'Asia/Irkutsk': 'Иркутск, Улан-Удэ, Братск, Ангарск',
  'Asia/Chita': 'Чита',
  'Asia/Yakutsk': 'Якутск, Благовещенск, Нерюнгри',
  'Asia/Vladivostok': 'Владивосток, Хабаровск, Комсомольск-на-Амуре, Уссурийск, Находка, Артём, Биробиджан',
  'Asia/Sakhalin': 'Южно-Сахалинск',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Петропавловск-Камчатский',
};

const zoneByCity = new Map(
  Object.entries(citiesByZone).flatMap(([zone, names]) =>
    names.split(', ').map(name => [searchKeyOf(name), zone] as const),
  ),
);

interface ClientLocation {
  /** Latitude of the accident's place, degrees, WGS 84. `longitude` likewise. Null: unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string;
  /** Time zone of the company, used when neither place nor city of the client is known. */
  readonly companyZone: string;
}

const zoneOfPosition = (latitude: number | null, longitude: number | null): string | undefined => {
  if (latitude === null || longitude === null) return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  const zone = zoneAt(latitude, longitude);
  // An `Etc/` zone lies at sea, where no client lives.
  return zone.startsWith('Etc/') || !isTimeZone(zone) ? undefined : zone;
};

/** Returns the client's time zone: the zone of the accident's place, else of the city, else of the company. */
export const clientZone = ({ latitude, longitude, city, companyZone }: ClientLocation): string =>
  zoneOfPosition(latitude, longitude) ?? zoneByCity.get(searchKeyOf(city.replace(/^г\.?\s+/i, ''))) ?? companyZone;
