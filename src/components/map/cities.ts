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

// Towns of Russia from 100,000 inhabitants and some smaller ones, largest first:
// ru | en | latitude | longitude | thousands of inhabitants | other names. Partly from Natural Earth (public domain).
const cityTable = `
Москва | Moscow | 55.75 | 37.62 | 10452 | мск
Санкт-Петербург | Saint Petersburg | 59.94 | 30.32 | 4553 | спб, питер, ленинград, St Petersburg
Новосибирск | Novosibirsk | 55.03 | 82.96 | 1389 | нск
Екатеринбург | Yekaterinburg | 56.85 | 60.60 | 1313 | екб
Нижний Новгород | Nizhny Novgorod | 56.33 | 44.00 | 1278 | ннов
Самара | Samara | 53.20 | 50.15 | 1137 | Куйбышев
Омск | Omsk | 54.99 | 73.40 | 1135
Казань | Kazan | 55.79 | 49.12 | 1115
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
Набережные Челны | Naberezhnye Chelny | 55.74 | 52.41 | 548
Новокузнецк | Novokuznetsk | 53.75 | 87.11 | 540
Томск | Tomsk | 56.49 | 84.98 | 535
Рязань | Ryazan | 54.62 | 39.72 | 520
Балашиха | Balashikha | 55.80 | 37.94 | 520
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
Волжский | Volzhsky | 48.79 | 44.77 | 321
Мурманск | Murmansk | 68.97 | 33.10 | 319
Подольск | Podolsk | 55.43 | 37.54 | 314
Саранск | Saransk | 54.18 | 45.18 | 310
Курган | Kurgan | 55.44 | 65.34 | 310
Чита | Chita | 52.06 | 113.47 | 309
Нальчик | Naltchik | 43.50 | 43.62 | 308 | Nalchik
Орёл | Oryol | 52.97 | 36.06 | 300
Владикавказ | Vladikavkaz | 43.02 | 44.68 | 300
Череповец | Cherepovets | 59.13 | 37.90 | 300
Вологда | Vologda | 59.21 | 39.92 | 295
Тамбов | Tambov | 52.72 | 41.45 | 290
Нижневартовск | Nizhnevartovsk | 60.94 | 76.56 | 283
Йошкар-Ола | Yoshkar-Ola | 56.63 | 47.89 | 280
Стерлитамак | Sterlitamak | 53.63 | 55.95 | 277
Кострома | Kostroma | 57.77 | 40.93 | 270
Петрозаводск | Petrozavodsk | 61.85 | 34.28 | 265
Новороссийск | Novorossiysk | 44.72 | 37.77 | 262
Химки | Khimki | 55.89 | 37.44 | 257
Мытищи | Mytishchi | 55.91 | 37.73 | 255
Зеленоград | Zelenograd | 55.99 | 37.21 | 250
Братск | Bratsk | 56.16 | 101.62 | 246
Таганрог | Taganrog | 47.24 | 38.90 | 246
Ангарск | Angarsk | 52.56 | 103.92 | 243
Нижнекамск | Nizhnekamsk | 55.64 | 51.82 | 241
Сыктывкар | Syktyvkar | 61.67 | 50.84 | 240
Комсомольск-на-Амуре | Komsomolsk-on-Amur | 50.55 | 137.01 | 240
Якутск | Yakutsk | 62.03 | 129.74 | 236
Грозный | Grozny | 43.32 | 45.70 | 226
Королёв | Korolyov | 55.92 | 37.82 | 226 | Korolev
Шахты | Shakhty | 47.71 | 40.21 | 226
Люберцы | Lyubertsy | 55.68 | 37.89 | 224
Энгельс | Engels | 51.49 | 46.12 | 223
Благовещенск | Blagoveshchensk | 50.27 | 127.53 | 221
Старый Оскол | Stary Oskol | 51.30 | 37.84 | 221
Великий Новгород | Veliky Novgorod | 58.52 | 31.27 | 220
Дзержинск | Dzerzhinsk | 56.24 | 43.46 | 218
Псков | Pskov | 57.83 | 28.33 | 202
Орск | Orsk | 51.23 | 58.47 | 190
Петропавловск-Камчатский | Petropavlovsk-Kamchatsky | 53.06 | 158.62 | 187
Армавир | Armavir | 45.00 | 41.12 | 187
Красногорск | Krasnogorsk | 55.83 | 37.33 | 187
Балаково | Balakovo | 52.03 | 47.78 | 186
Бийск | Biysk | 52.54 | 85.21 | 183
Одинцово | Odintsovo | 55.68 | 37.28 | 180
Уссурийск | Ussuriysk | 43.80 | 131.95 | 180
Рыбинск | Rybinsk | 58.05 | 38.83 | 178
Прокопьевск | Prokopyevsk | 53.88 | 86.72 | 177
Южно-Сахалинск | Yuzhno-Sakhalinsk | 46.96 | 142.74 | 176
Волгодонск | Volgodonsk | 47.51 | 42.15 | 169
Абакан | Abakan | 53.70 | 91.45 | 167
Норильск | Norilsk | 69.34 | 88.22 | 166
Сызрань | Syzran | 53.16 | 48.47 | 165
Каменск-Уральский | Kamensk-Uralsky | 56.41 | 61.92 | 164
Альметьевск | Almetyevsk | 54.90 | 52.30 | 163
Новочеркасск | Novocherkassk | 47.42 | 40.09 | 163
Златоуст | Zlatoust | 55.17 | 59.67 | 161
Северодвинск | Severodvinsk | 64.56 | 39.83 | 157
Хасавюрт | Khasavyurt | 43.25 | 46.59 | 155
Керчь | Kerch | 45.36 | 36.47 | 154
Домодедово | Domodedovo | 55.44 | 37.75 | 152
Салават | Salavat | 53.36 | 55.92 | 149
Миасс | Miass | 55.05 | 60.11 | 148
Электросталь | Elektrostal | 55.78 | 38.46 | 147
Пятигорск | Pyatigorsk | 44.05 | 43.06 | 145
Копейск | Kopeysk | 55.12 | 61.62 | 140
Майкоп | Maykop | 44.61 | 40.10 | 140 | Maikop
Находка | Nakhodka | 42.82 | 132.88 | 139
Березники | Berezniki | 59.41 | 56.80 | 138
Коломна | Kolomna | 55.10 | 38.77 | 134
Щёлково | Shchyolkovo | 55.92 | 37.99 | 134 | Shchelkovo
Серпухов | Serpukhov | 54.92 | 37.41 | 133
Ковров | Kovrov | 56.36 | 41.32 | 133
Нефтекамск | Neftekamsk | 56.09 | 54.25 | 131
Кисловодск | Kislovodsk | 43.91 | 42.72 | 127
Рубцовск | Rubtsovsk | 51.51 | 81.21 | 126
Батайск | Bataysk | 47.14 | 39.75 | 125
Обнинск | Obninsk | 55.10 | 36.61 | 125
Раменское | Ramenskoye | 55.57 | 38.23 | 125
Дербент | Derbent | 42.06 | 48.29 | 124
Нефтеюганск | Nefteyugansk | 61.10 | 72.60 | 124
Новочебоксарск | Novocheboksarsk | 56.11 | 47.48 | 124
Пушкино | Pushkino | 56.01 | 37.85 | 124
Назрань | Nazran | 43.23 | 44.77 | 122
Каспийск | Kaspiysk | 42.88 | 47.64 | 121
Долгопрудный | Dolgoprudny | 55.94 | 37.50 | 120
Новомосковск | Novomoskovsk | 54.01 | 38.29 | 120
Ессентуки | Yessentuki | 44.04 | 42.86 | 119
Октябрьский | Oktyabrsky | 54.48 | 53.47 | 115
Первоуральск | Pervouralsk | 56.91 | 59.94 | 114
Невинномысск | Nevinnomyssk | 44.63 | 41.94 | 114
Димитровград | Dimitrovgrad | 54.22 | 49.62 | 113
Михайловск | Mikhaylovsk | 45.13 | 42.03 | 113
Черкесск | Cherkessk | 44.23 | 42.06 | 113
Реутов | Reutov | 55.76 | 37.86 | 112
Жуковский | Zhukovsky | 55.60 | 38.12 | 111
Орехово-Зуево | Orekhovo-Zuyevo | 55.81 | 38.98 | 110
Артём | Artyom | 43.36 | 132.19 | 109
Кызыл | Kyzyl | 51.71 | 94.38 | 108
Муром | Murom | 55.58 | 42.05 | 107
Евпатория | Yevpatoria | 45.19 | 33.37 | 107
Новый Уренгой | Novy Urengoy | 66.08 | 76.68 | 107
Северск | Seversk | 56.60 | 84.88 | 106
Мурино | Murino | 60.05 | 30.45 | 104
Камышин | Kamyshin | 50.09 | 45.41 | 104
Новошахтинск | Novoshakhtinsk | 47.76 | 39.93 | 104
Арзамас | Arzamas | 55.39 | 43.82 | 103
Ногинск | Noginsk | 55.86 | 38.44 | 103
Бердск | Berdsk | 54.76 | 83.10 | 102
Видное | Vidnoye | 55.55 | 37.71 | 101
Ханты-Мансийск | Khanty-Mansiysk | 61.00 | 69.02 | 100
Элиста | Elista | 46.31 | 44.26 | 100
Ачинск | Achinsk | 56.27 | 90.50 | 100
Елец | Yelets | 52.62 | 38.50 | 100
Зеленодольск | Zelenodolsk | 55.84 | 48.52 | 100
Новокуйбышевск | Novokuybyshevsk | 53.10 | 49.95 | 100
Ноябрьск | Noyabrsk | 63.20 | 75.45 | 100
Тобольск | Tobolsk | 58.20 | 68.25 | 100
Сергиев Посад | Sergiyev Posad | 56.31 | 38.13 | 98 | Загорск
Магадан | Magadan | 59.57 | 150.81 | 95
Гатчина | Gatchina | 59.57 | 30.13 | 94
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
