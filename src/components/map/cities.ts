import { formatPlace, parsePlace } from '../../schema/kinds/coordinates.ts';
import { inOtherLayout } from '../../schema/kinds/keyboardLayout.ts';
import { uniformSpelling } from '../../schema/kinds/plain.ts';

export interface City {
  readonly name: { readonly ru: string; readonly en: string };
  readonly latitude: number;
  readonly longitude: number;
  readonly populationThousands: number;
  /** Short and former names by which people look for the city. */
  readonly otherNames: readonly string[];
}

// Main cities, largest first: ru | en | latitude | longitude | thousands of inhabitants | other names.
// Mostly from Natural Earth (public domain).
const cityTable = `
Москва | Moscow | 55.75 | 37.62 | 10452 | мск
Санкт-Петербург | Saint Petersburg | 59.94 | 30.32 | 4553 | спб, питер, ленинград, St Petersburg
Новосибирск | Novosibirsk | 55.03 | 82.96 | 1389 | нск
Екатеринбург | Yekaterinburg | 56.85 | 60.60 | 1313 | екб
Нижний Новгород | Nizhny Novgorod | 56.33 | 44.00 | 1278 | ннов
Самара | Samara | 53.20 | 50.15 | 1137 | Куйбышев
Омск | Omsk | 54.99 | 73.40 | 1135
Казань | Kazan | 55.75 | 49.13 | 1115
Челябинск | Chelyabinsk | 55.15 | 61.44 | 1091
Ростов-на-Дону | Rostov-on-Don | 47.23 | 39.71 | 1052
Уфа | Ufa | 54.79 | 56.04 | 1018
Пермь | Perm | 58.00 | 56.25 | 997
Волгоград | Volgograd | 48.71 | 44.50 | 984
Красноярск | Krasnoyarsk | 56.01 | 92.87 | 925
Воронеж | Voronezh | 51.73 | 39.27 | 844
Саратов | Saratov | 51.58 | 46.03 | 843
Тольятти | Tolyatti | 53.51 | 49.42 | 680 | Togliatti
Краснодар | Krasnodar | 45.02 | 39.00 | 650
Ульяновск | Ulyanovsk | 54.33 | 48.41 | 641
Ижевск | Izhevsk | 56.85 | 53.20 | 640
Ярославль | Yaroslavl | 57.62 | 39.87 | 607
Барнаул | Barnaul | 53.35 | 83.75 | 600
Махачкала | Makhachkala | 42.98 | 47.50 | 600
Иркутск | Irkutsk | 52.32 | 104.25 | 587
Владивосток | Vladivostok | 43.13 | 131.91 | 587
Хабаровск | Khabarovsk | 48.45 | 135.12 | 579
Оренбург | Orenburg | 51.78 | 55.11 | 550
Новокузнецк | Novokuznetsk | 53.75 | 87.11 | 540
Томск | Tomsk | 56.49 | 84.98 | 535
Рязань | Ryazan | 54.62 | 39.72 | 520
Тюмень | Tyumen | 57.14 | 65.53 | 519
Пенза | Penza | 53.18 | 45.00 | 513
Астрахань | Astrakhan | 46.35 | 48.05 | 503
Липецк | Lipetsk | 52.61 | 39.59 | 500
Чебоксары | Cheboksary | 56.14 | 47.25 | 490
Тула | Tula | 54.19 | 37.62 | 480
Кемерово | Kemerovo | 55.34 | 86.09 | 477
Киров | Kirov | 58.59 | 49.67 | 457
Курск | Kursk | 51.73 | 36.19 | 440
Калининград | Kaliningrad | 54.70 | 20.50 | 435
Брянск | Bryansk | 53.26 | 34.43 | 427
Магнитогорск | Magnitogorsk | 53.42 | 58.98 | 413
Тверь | Tver | 56.86 | 35.89 | 400
Сургут | Surgut | 61.26 | 73.43 | 400
Иваново | Ivanovo | 57.00 | 40.97 | 400
Белгород | Belgorod | 50.60 | 36.59 | 390
Нижний Тагил | Nizhny Tagil | 57.92 | 59.97 | 381
Севастополь | Sevastopol | 44.60 | 33.46 | 379
Ставрополь | Stavropol | 45.05 | 41.98 | 363
Улан-Удэ | Ulan-Ude | 51.82 | 107.62 | 360
Архангельск | Arkhangelsk | 64.57 | 40.55 | 356
Владимир | Vladimir | 56.13 | 40.41 | 350
Симферополь | Simferopol | 44.95 | 34.10 | 340
Калуга | Kaluga | 54.51 | 36.26 | 330
Сочи | Sochi | 43.59 | 39.73 | 328
Смоленск | Smolensk | 54.78 | 32.05 | 321
Мурманск | Murmansk | 68.97 | 33.10 | 319
Саранск | Saransk | 54.18 | 45.18 | 310
Курган | Kurgan | 55.44 | 65.34 | 310
Чита | Chita | 52.06 | 113.47 | 309
Нальчик | Naltchik | 43.50 | 43.62 | 308 | Nalchik
Орёл | Oryol | 52.97 | 36.06 | 300
Владикавказ | Vladikavkaz | 43.02 | 44.68 | 300
Череповец | Cherepovets | 59.13 | 37.90 | 300
Вологда | Vologda | 59.21 | 39.92 | 295
Тамбов | Tambov | 52.72 | 41.45 | 290
Йошкар-Ола | Yoshkar-Ola | 56.63 | 47.89 | 280
Кострома | Kostroma | 57.77 | 40.93 | 270
Петрозаводск | Petrozavodsk | 61.85 | 34.28 | 265
Братск | Bratsk | 56.16 | 101.62 | 246
Ангарск | Angarsk | 52.56 | 103.92 | 243
Сыктывкар | Syktyvkar | 61.67 | 50.84 | 240
Комсомольск-на-Амуре | Komsomolsk-on-Amur | 50.55 | 137.01 | 240
Якутск | Yakutsk | 62.03 | 129.74 | 236
Грозный | Grozny | 43.32 | 45.70 | 226
Благовещенск | Blagoveshchensk | 50.27 | 127.53 | 221
Великий Новгород | Veliky Novgorod | 58.52 | 31.27 | 220
Псков | Pskov | 57.83 | 28.33 | 202
Петропавловск-Камчатский | Petropavlovsk-Kamchatsky | 53.06 | 158.62 | 187
Южно-Сахалинск | Yuzhno-Sakhalinsk | 46.96 | 142.74 | 176
Абакан | Abakan | 53.70 | 91.45 | 167
Норильск | Norilsk | 69.34 | 88.22 | 166
Кызыл | Kyzyl | 51.71 | 94.38 | 108
Ханты-Мансийск | Khanty-Mansiysk | 61.00 | 69.02 | 100
Элиста | Elista | 46.31 | 44.26 | 100
Магадан | Magadan | 59.57 | 150.81 | 95
Воркута | Vorkuta | 67.50 | 64.01 | 80
Салехард | Salekhard | 66.53 | 66.60 | 50
Мирный | Mirny | 62.54 | 113.96 | 40
Анадырь | Anadyr | 64.74 | 177.47 | 10
`;

export const cities: readonly City[] = cityTable
  .trim()
  .split('\n')
  .map(line => {
    const [ru = '', en = '', latitude, longitude, populationThousands, otherNames] = line.split(' | ');
    return {
      name: { ru, en },
      latitude: Number(latitude),
      longitude: Number(longitude),
      populationThousands: Number(populationThousands),
      otherNames: otherNames?.split(', ') ?? [],
    };
  });

/** Density from which the size of a city follows, inhabitants per square kilometre. */
const inhabitantsPerKm2 = 4000;

/** Returns the radius of a circle about as large as the city, m, in whole kilometres. */
export const cityRadiusM = ({ populationThousands }: City): number =>
  Math.max(1, Math.round(Math.sqrt((populationThousands * 1000) / (Math.PI * inhabitantsPerKm2)))) * 1000;

export const cityPlace = ({ latitude, longitude }: City): string => formatPlace(latitude, longitude);

/** Returns the city whose centre is written as `place`. Undefined for any other point. */
export const cityAt = (place: string): City | undefined => cities.find(city => cityPlace(city) === place);

const latinByRussian: Readonly<Record<string, string>> = Object.fromEntries(
  'а-a б-b в-v г-g д-d е-e ё-e ж-zh з-z и-i й-y к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-kh ц-ts ч-ch ш-sh щ-shch ъ- ы-y ь- э-e ю-yu я-ya'
    .split(' ')
    .map(pair => pair.split('-') as [string, string]),
);

/** Returns the words of a text in one Latin spelling, so that Ё equals Е, and Yekaterinburg equals Екатеринбург. */
const spellingOf = (text: string): string =>
  uniformSpelling(text)
    .toLowerCase()
    .replace(/[а-яё]/g, letter => latinByRussian[letter] ?? letter)
    .replace(/['’`]/g, '')
    .replace(/\bye/g, 'e')
    .replace(/[jy]/g, 'i')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^(?:g|gor|gorod|citi(?: of)?) (?=.)/, '');

const searchedCities = cities.map(city => ({
  city,
  spellings: [city.name.ru, city.name.en, ...city.otherNames].map(spellingOf),
}));

/** Returns the spellings of a text as typed, and as typed in the other keyboard layout. */
const typedSpellings = (typed: string): string[] =>
  [typed, inOtherLayout(typed) ?? ''].map(spellingOf).filter(spelling => spelling.length > 1);

const findWhere = (matches: (spelling: string) => boolean): City[] =>
  searchedCities.filter(({ spellings }) => spellings.some(matches)).map(({ city }) => city);

/** True if every word of `typed` begins another word of `name`, in the same order. */
const beginsWords = (name: string, typed: string): boolean => {
  const words = name.split(' ');
  let from = 0;
  return typed.split(' ').every(part => {
    const at = words.findIndex((word, index) => index >= from && word.startsWith(part));
    from = at + 1;
    return at >= 0;
  });
};

/** Returns the city with exactly this name in any spelling, alphabet or keyboard layout. */
export const cityNamed = (typed: string): City | undefined => {
  const spellings = typedSpellings(typed);
  return findWhere(name => spellings.includes(name))[0];
};

/**
 * Returns the cities whose name the typed text begins, in any spelling, alphabet or keyboard layout, largest first. For
 * an address, returns the cities that a part of the address begins with. Returns none for coordinates.
 */
export const findCities = (typed: string): readonly City[] => {
  if (parsePlace(typed)) return [];
  const spellings = typedSpellings(typed);
  const found = findWhere(name => spellings.some(spelling => beginsWords(name, spelling)));
  if (found.length > 0) return found;
  const parts = typed.split(',').map(part => `${spellingOf(part)} `);
  return findWhere(name => parts.some(part => part.startsWith(`${name} `)));
};
