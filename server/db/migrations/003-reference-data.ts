import { type Kysely, sql } from 'kysely';
import type { TablePlacements } from '../tablePlacement.ts';

export const placements: TablePlacements = {
  dictionary_entry: 'reference',
  vehicle_brand: 'reference',
  vehicle_model: 'reference',
  obu_model: 'reference',
  ui_locale: 'reference',
  ui_text: 'reference',
};
export const baseline = true;

type Entries = readonly (readonly [ru: string, en: string])[];

/**
 * Entries of each dictionary, in Russian and English. The code of an entry is its number in the list, and API clients
 * use it.
 */
const dictionaries: Readonly<Record<string, Entries>> = {
  callReasons: [
    ['Первый звонок об ударе', 'First call about the impact'],
    ['Уточнение обстоятельств', 'Asking for details'],
    ['Запрос фотографий', 'Asking for pictures'],
    ['Сообщить решение', 'Telling the decision'],
  ],
  callResults: [
    ['Дозвонились', 'Reached'],
    ['Не отвечает', 'No answer'],
    ['Занято', 'Busy'],
    ['Номер недоступен', 'Number unavailable'],
    ['Попросили перезвонить', 'Asked to call back'],
    ['Неверный номер', 'Wrong number'],
  ],
  carParts: [
    ['Передний бампер', 'Front bumper'],
    ['Задний бампер', 'Rear bumper'],
    ['Капот', 'Bonnet'],
    ['Крышка багажника', 'Boot lid'],
    ['Крыша', 'Roof'],
    ['Левое переднее крыло', 'Front left wing'],
    ['Правое переднее крыло', 'Front right wing'],
    ['Левое заднее крыло', 'Rear left wing'],
    ['Правое заднее крыло', 'Rear right wing'],
    ['Левая передняя дверь', 'Front left door'],
    ['Правая передняя дверь', 'Front right door'],
    ['Левая задняя дверь', 'Rear left door'],
    ['Правая задняя дверь', 'Rear right door'],
    ['Лобовое стекло', 'Windscreen'],
    ['Заднее стекло', 'Rear window'],
    ['Левая фара', 'Left headlight'],
    ['Правая фара', 'Right headlight'],
    ['Задние фонари', 'Rear lights'],
    ['Зеркала', 'Mirrors'],
    ['Колёса и подвеска', 'Wheels and suspension'],
  ],
  carTypes: [
    ['Седан', 'Saloon'],
    ['Хэтчбек', 'Hatchback'],
    ['Универсал', 'Estate'],
    ['Кроссовер', 'Crossover'],
    ['Внедорожник', 'Off-road vehicle'],
    ['Минивэн', 'People carrier'],
    ['Фургон', 'Van'],
    ['Пикап', 'Pick-up'],
  ],
  contactPersonStatuses: [
    ['Страхователь', 'Policyholder'],
    ['Водитель', 'Driver'],
    ['Родственник', 'Relative'],
    ['Собственник', 'Owner'],
    ['Третье лицо', 'Third person'],
    ['Никто не ответил', 'Nobody answered'],
  ],
  contractTypes: [
    ['КАСКО с телематикой', 'Comprehensive with telematics'],
    ['КАСКО по километрам', 'Pay per kilometre'],
    ['ОСАГО с телематикой', 'Liability with telematics'],
    ['Корпоративный парк', 'Fleet'],
  ],
  crashDynamics: [
    ['Удар сзади', 'Rear-end'],
    ['Лобовое столкновение', 'Head-on'],
    ['Боковой удар', 'Side impact'],
    ['На стоянке', 'Parked'],
    ['Движение задним ходом', 'Reversing'],
    ['Наезд на препятствие', 'Obstacle'],
    ['Наезд на животное', 'Animal'],
    ['Опрокидывание', 'Rollover'],
    ['Съезд с дороги', 'Run off road'],
    ['Цепное столкновение', 'Chain collision'],
  ],
  damageDescriptions: [
    ['Царапина', 'Scratch'],
    ['Вмятина', 'Dent'],
    ['Трещина', 'Crack'],
    ['Разбито', 'Broken'],
    ['Деформация', 'Deformed'],
    ['Сработала подушка', 'Airbag deployed'],
  ],
  disagreementSurveyReasons: [
    ['Занят', 'Busy'],
    ['В шоке', 'In shock'],
    ['Уже сообщил', 'Already reported'],
    ['Не был за рулём', 'Not the driver'],
    ['Отказался без объяснений', 'Declined without a reason'],
  ],
  emissionStandards: [
    ['Евро-2', 'Euro 2'],
    ['Евро-3', 'Euro 3'],
    ['Евро-4', 'Euro 4'],
    ['Евро-5', 'Euro 5'],
    ['Евро-6', 'Euro 6'],
  ],
  fuelTypes: [
    ['Бензин', 'Petrol'],
    ['Дизель', 'Diesel'],
    ['Гибрид', 'Hybrid'],
    ['Электричество', 'Electric'],
    ['Газ', 'Gas'],
  ],
  services: [
    ['Телематика', 'Telematics'],
    ['Помощь на дороге', 'Roadside assistance'],
    ['Эвакуация', 'Towing'],
    ['Аварийный комиссар', 'Accident surveyor'],
  ],
  statusesOfRoadAccident: [
    ['Новый', 'New'],
    ['В работе', 'In progress'],
    ['Перезвонить', 'Call back'],
    ['Подтверждён', 'Confirmed'],
    ['Не подтверждён', 'Not confirmed'],
    ['Нет связи', 'Unreachable'],
    ['Передан страховщику', 'Passed to the insurer'],
    ['Завершён', 'Finished'],
  ],
  terminalAffiliations: [
    ['Страховщика', 'The insurer’s'],
    ['Клиента', 'The client’s'],
    ['Центра установки', 'The installation centre’s'],
    ['В аренде', 'Leased'],
  ],
  unconfirmationReasons: [
    ['Яма на дороге', 'Pothole'],
    ['Бордюр', 'Kerb'],
    ['Хлопок дверью или капотом', 'Door or bonnet slam'],
    ['Работы в сервисе', 'Service works'],
    ['Эвакуатор', 'Tow truck'],
    ['Задели устройство', 'Device touched'],
  ],
  vehicleColors: [
    ['Белый', 'White'],
    ['Чёрный', 'Black'],
    ['Серый', 'Grey'],
    ['Серебристый', 'Silver'],
    ['Синий', 'Blue'],
    ['Красный', 'Red'],
    ['Зелёный', 'Green'],
    ['Коричневый', 'Brown'],
    ['Бежевый', 'Beige'],
    ['Жёлтый', 'Yellow'],
    ['Оранжевый', 'Orange'],
    ['Голубой', 'Light blue'],
  ],
};

const vehicles: Readonly<Record<string, readonly string[]>> = {
  'LADA (ВАЗ)': ['Granta', 'Vesta', 'Niva Travel', 'Niva Legend', 'Largus', 'XRAY'],
  BMW: ['1', '3', '5', 'X1', 'X3', 'X5'],
  Changan: ['CS35 Plus', 'CS55 Plus', 'UNI-K', 'Alsvin'],
  Chery: ['Tiggo 4', 'Tiggo 7 Pro', 'Tiggo 8 Pro', 'Arrizo 8'],
  Ford: ['Focus', 'Mondeo', 'Kuga', 'Transit'],
  Geely: ['Atlas', 'Coolray', 'Monjaro', 'Emgrand'],
  Haval: ['Jolion', 'F7', 'Dargo', 'H9'],
  Hyundai: ['Solaris', 'Creta', 'Tucson', 'Santa Fe', 'Elantra'],
  Kia: ['Rio', 'Ceed', 'Sportage', 'Sorento', 'K5', 'Optima'],
  Mazda: ['3', '6', 'CX-5', 'CX-9'],
  'Mercedes-Benz': ['C', 'E', 'GLC', 'GLE'],
  Mitsubishi: ['ASX', 'Outlander', 'Pajero Sport', 'L200'],
  Nissan: ['Almera', 'Qashqai', 'X-Trail', 'Terrano'],
  Omoda: ['C5', 'S5'],
  Renault: ['Logan', 'Sandero', 'Duster', 'Kaptur', 'Arkana'],
  Skoda: ['Rapid', 'Octavia', 'Superb', 'Karoq', 'Kodiaq'],
  Toyota: ['Corolla', 'Camry', 'RAV4', 'Land Cruiser Prado'],
  Volkswagen: ['Polo', 'Jetta', 'Passat', 'Tiguan', 'Touareg'],
  Volvo: ['S60', 'XC60', 'XC90'],
  УАЗ: ['Патриот', 'Хантер', 'Профи'],
};

/** Device models, each with its accelerometer's sampling rate, Hz, and range, g. */
const devices = [
  ['Teltonika', 'FMB920', 25, 8],
  ['Teltonika', 'FMC130', 100, 8],
  ['Galileosky', 'Base Block', 100, 16],
  ['Навтелеком', 'СМАРТ S-2333', 100, 16],
  ['Omnicomm', 'Light', 50, 8],
] as const;

/** Dictionaries, vehicle brands and models, device models and texts of the screens. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table dictionary_entry (
      dictionary text not null,
      code integer not null,
      title_ru text not null default '',
      title_en text not null,
      id bigserial,
      title text generated always as (coalesce(nullif(title_ru, ''), title_en)) stored,
      retired boolean not null default false,
      version integer not null default 1,
      search text generated always as (search_key(title_ru || ' ' || title_en)) stored,
      primary key (dictionary, code)
    );
    create unique index dictionary_entry_id on dictionary_entry (id);
    create unique index dictionary_entry_title_en on dictionary_entry (dictionary, title_en);

    create table vehicle_brand (
      id bigint generated by default as identity primary key,
      name text not null,
      version integer not null default 1,
      search text generated always as (search_key(name)) stored
    );
    create unique index vehicle_brand_name on vehicle_brand (name);

    create table vehicle_model (
      id bigint generated by default as identity primary key,
      brand_id bigint not null references vehicle_brand,
      name text not null,
      version integer not null default 1,
      car_type_id integer,
      from_year smallint,
      to_year smallint,
      search text generated always as (search_key(name)) stored
    );
    create unique index vehicle_model_name on vehicle_model (brand_id, name);

    create table obu_model (
      id bigint generated by default as identity primary key,
      brand text not null,
      model text not null,
      name text not null generated always as (brand || ' ' || model) stored,
      rate_hz double precision,
      range_g double precision,
      frame text not null default 'device' check (frame in ('vehicle', 'device')),
      version integer not null default 1,
      search text generated always as (search_key(brand || ' ' || model)) stored,
      bandwidth_hz double precision
    );
    create unique index obu_model_model on obu_model (brand, model);

    create table ui_locale (
      locale text primary key check (locale in ('ru', 'en')),
      enabled boolean not null
    );
    insert into ui_locale values ('ru', true), ('en', true);

    create table ui_text (
      id bigint generated by default as identity,
      locale text not null check (locale in ('ru', 'en')),
      key text not null,
      text text not null,
      primary key (locale, key)
    );
  `.execute(db);
  for (const [dictionary, entries] of Object.entries(dictionaries))
    await sql`insert into dictionary_entry (dictionary, code, title_ru, title_en)
      select ${dictionary}, code, ru, en
      from unnest(${entries.map(([ru]) => ru)}::text[], ${entries.map(([, en]) => en)}::text[])
        with ordinality as entry (ru, en, code)`.execute(db);
  for (const [brand, models] of Object.entries(vehicles))
    await sql`with brand as (insert into vehicle_brand (name) values (${brand}) returning id)
      insert into vehicle_model (brand_id, name)
      select brand.id, model from brand, unnest(${models}::text[]) with ordinality as entry (model, place) order by place`.execute(
      db,
    );
  for (const [brand, model, rateHz, rangeG] of devices)
    await sql`insert into obu_model (brand, model, rate_hz, range_g)
      values (${brand}, ${model}, ${rateHz}, ${rangeG})`.execute(db);
};
