import { degreeLengths } from './wgs84.ts';

/** A main city: for labels of the map, and for the time of day at a place. */
export interface City {
  readonly name: { readonly ru: string; readonly en: string };
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** Inhabitants, thousands. */
  readonly size: number;
}

// Places and sizes mostly after Natural Earth (public domain), largest first: ru | en | latitude | longitude | zone | thousands.
const table = `
Москва | Moscow | 55.75 | 37.62 | Europe/Moscow | 10452
Санкт-Петербург | Saint Petersburg | 59.94 | 30.32 | Europe/Moscow | 4553
Новосибирск | Novosibirsk | 55.03 | 82.96 | Asia/Novosibirsk | 1389
Екатеринбург | Yekaterinburg | 56.85 | 60.60 | Asia/Yekaterinburg | 1313
Нижний Новгород | Nizhny Novgorod | 56.33 | 44.00 | Europe/Moscow | 1278
Самара | Samara | 53.20 | 50.15 | Europe/Samara | 1137
Омск | Omsk | 54.99 | 73.40 | Asia/Omsk | 1135
Казань | Kazan | 55.75 | 49.13 | Europe/Moscow | 1115
Челябинск | Chelyabinsk | 55.15 | 61.44 | Asia/Yekaterinburg | 1091
Ростов-на-Дону | Rostov-on-Don | 47.23 | 39.71 | Europe/Moscow | 1052
Уфа | Ufa | 54.79 | 56.04 | Asia/Yekaterinburg | 1018
Пермь | Perm | 58.00 | 56.25 | Asia/Yekaterinburg | 997
Волгоград | Volgograd | 48.71 | 44.50 | Europe/Volgograd | 984
Красноярск | Krasnoyarsk | 56.01 | 92.87 | Asia/Krasnoyarsk | 925
Воронеж | Voronezh | 51.73 | 39.27 | Europe/Moscow | 844
Саратов | Saratov | 51.58 | 46.03 | Europe/Saratov | 843
Тольятти | Tolyatti | 53.51 | 49.42 | Europe/Samara | 680
Краснодар | Krasnodar | 45.02 | 39.00 | Europe/Moscow | 650
Ульяновск | Ulyanovsk | 54.33 | 48.41 | Europe/Ulyanovsk | 641
Ижевск | Izhevsk | 56.85 | 53.20 | Europe/Samara | 640
Ярославль | Yaroslavl | 57.62 | 39.87 | Europe/Moscow | 607
Барнаул | Barnaul | 53.35 | 83.75 | Asia/Barnaul | 600
Махачкала | Makhachkala | 42.98 | 47.50 | Europe/Moscow | 600
Иркутск | Irkutsk | 52.32 | 104.25 | Asia/Irkutsk | 587
Владивосток | Vladivostok | 43.13 | 131.91 | Asia/Vladivostok | 587
Хабаровск | Khabarovsk | 48.45 | 135.12 | Asia/Vladivostok | 579
Оренбург | Orenburg | 51.78 | 55.11 | Asia/Yekaterinburg | 550
Новокузнецк | Novokuznetsk | 53.75 | 87.11 | Asia/Novokuznetsk | 540
Томск | Tomsk | 56.49 | 84.98 | Asia/Tomsk | 535
Рязань | Ryazan | 54.62 | 39.72 | Europe/Moscow | 520
Тюмень | Tyumen | 57.14 | 65.53 | Asia/Yekaterinburg | 519
Пенза | Penza | 53.18 | 45.00 | Europe/Moscow | 513
Астрахань | Astrakhan | 46.35 | 48.05 | Europe/Astrakhan | 503
Липецк | Lipetsk | 52.61 | 39.59 | Europe/Moscow | 500
Чебоксары | Cheboksary | 56.14 | 47.25 | Europe/Moscow | 490
Тула | Tula | 54.19 | 37.62 | Europe/Moscow | 480
Кемерово | Kemerovo | 55.34 | 86.09 | Asia/Novokuznetsk | 477
Киров | Kirov | 58.59 | 49.67 | Europe/Kirov | 457
Курск | Kursk | 51.73 | 36.19 | Europe/Moscow | 440
Калининград | Kaliningrad | 54.70 | 20.50 | Europe/Kaliningrad | 435
Брянск | Bryansk | 53.26 | 34.43 | Europe/Moscow | 427
Магнитогорск | Magnitogorsk | 53.42 | 58.98 | Asia/Yekaterinburg | 413
Тверь | Tver | 56.86 | 35.89 | Europe/Moscow | 400
Сургут | Surgut | 61.26 | 73.43 | Asia/Yekaterinburg | 400
Иваново | Ivanovo | 57.00 | 40.97 | Europe/Moscow | 400
Белгород | Belgorod | 50.60 | 36.59 | Europe/Moscow | 390
Нижний Тагил | Nizhny Tagil | 57.92 | 59.97 | Asia/Yekaterinburg | 381
Севастополь | Sevastopol | 44.60 | 33.46 | Europe/Simferopol | 379
Ставрополь | Stavropol | 45.05 | 41.98 | Europe/Moscow | 363
Улан-Удэ | Ulan-Ude | 51.82 | 107.62 | Asia/Irkutsk | 360
Архангельск | Arkhangelsk | 64.57 | 40.55 | Europe/Moscow | 356
Владимир | Vladimir | 56.13 | 40.41 | Europe/Moscow | 350
Симферополь | Simferopol | 44.95 | 34.10 | Europe/Simferopol | 340
Калуга | Kaluga | 54.51 | 36.26 | Europe/Moscow | 330
Сочи | Sochi | 43.59 | 39.73 | Europe/Moscow | 328
Смоленск | Smolensk | 54.78 | 32.05 | Europe/Moscow | 321
Мурманск | Murmansk | 68.97 | 33.10 | Europe/Moscow | 319
Саранск | Saransk | 54.18 | 45.18 | Europe/Moscow | 310
Курган | Kurgan | 55.44 | 65.34 | Asia/Yekaterinburg | 310
Чита | Chita | 52.06 | 113.47 | Asia/Chita | 309
Нальчик | Naltchik | 43.50 | 43.62 | Europe/Moscow | 308
Орёл | Oryol | 52.97 | 36.06 | Europe/Moscow | 300
Владикавказ | Vladikavkaz | 43.02 | 44.68 | Europe/Moscow | 300
Череповец | Cherepovets | 59.13 | 37.90 | Europe/Moscow | 300
Вологда | Vologda | 59.21 | 39.92 | Europe/Moscow | 295
Тамбов | Tambov | 52.72 | 41.45 | Europe/Moscow | 290
Йошкар-Ола | Yoshkar-Ola | 56.63 | 47.89 | Europe/Moscow | 280
Кострома | Kostroma | 57.77 | 40.93 | Europe/Moscow | 270
Петрозаводск | Petrozavodsk | 61.85 | 34.28 | Europe/Moscow | 265
Братск | Bratsk | 56.16 | 101.62 | Asia/Irkutsk | 246
Ангарск | Angarsk | 52.56 | 103.92 | Asia/Irkutsk | 243
Сыктывкар | Syktyvkar | 61.67 | 50.84 | Europe/Moscow | 240
Комсомольск-на-Амуре | Komsomolsk-on-Amur | 50.55 | 137.01 | Asia/Vladivostok | 240
Якутск | Yakutsk | 62.03 | 129.74 | Asia/Yakutsk | 236
Грозный | Grozny | 43.32 | 45.70 | Europe/Moscow | 226
Благовещенск | Blagoveshchensk | 50.27 | 127.53 | Asia/Yakutsk | 221
Великий Новгород | Veliky Novgorod | 58.52 | 31.27 | Europe/Moscow | 220
Псков | Pskov | 57.83 | 28.33 | Europe/Moscow | 202
Петропавловск-Камчатский | Petropavlovsk-Kamchatsky | 53.06 | 158.62 | Asia/Kamchatka | 187
Южно-Сахалинск | Yuzhno-Sakhalinsk | 46.96 | 142.74 | Asia/Sakhalin | 176
Абакан | Abakan | 53.70 | 91.45 | Asia/Krasnoyarsk | 167
Норильск | Norilsk | 69.34 | 88.22 | Asia/Krasnoyarsk | 166
Кызыл | Kyzyl | 51.71 | 94.38 | Asia/Krasnoyarsk | 108
Ханты-Мансийск | Khanty-Mansiysk | 61.00 | 69.02 | Asia/Yekaterinburg | 100
Элиста | Elista | 46.31 | 44.26 | Europe/Moscow | 100
Магадан | Magadan | 59.57 | 150.81 | Asia/Magadan | 95
Воркута | Vorkuta | 67.50 | 64.01 | Europe/Moscow | 80
Салехард | Salekhard | 66.53 | 66.60 | Asia/Yekaterinburg | 50
Мирный | Mirny | 62.54 | 113.96 | Asia/Yakutsk | 40
Анадырь | Anadyr | 64.74 | 177.47 | Asia/Anadyr | 10
`;

export const cities: readonly City[] = table
  .trim()
  .split('\n')
  .map(line => {
    const [ru = '', en = '', latitude, longitude, timeZone = '', size] = line.split(' | ');
    return { name: { ru, en }, latitude: Number(latitude), longitude: Number(longitude), timeZone, size: Number(size) };
  });

/** Farther away a city says nothing of the time at a place. */
const mostKm = 600;

/** The city nearest to a place; undefined far from all. */
export const nearestCity = (latitude: number, longitude: number): City | undefined => {
  const { eastM, northM } = degreeLengths(latitude);
  let nearest: City | undefined;
  let nearestM = mostKm * 1000;
  for (const city of cities) {
    const metres = Math.hypot((city.longitude - longitude) * eastM, (city.latitude - latitude) * northM);
    if (metres < nearestM) [nearest, nearestM] = [city, metres];
  }
  return nearest;
};
