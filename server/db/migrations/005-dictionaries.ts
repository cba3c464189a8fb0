import { type Kysely, sql } from 'kysely';

type Entries = readonly (readonly [ru: string, en: string])[];

const dictionaries: Readonly<Record<string, Entries>> = {
  services: [
    ['Телематика', 'Telematics'],
    ['Помощь на дороге', 'Roadside assistance'],
    ['Эвакуация', 'Towing'],
    ['Аварийный комиссар', 'Accident surveyor'],
  ],
  damageDescriptions: [
    ['Царапина', 'Scratch'],
    ['Вмятина', 'Dent'],
    ['Трещина', 'Crack'],
    ['Разбито', 'Broken'],
    ['Деформация', 'Deformed'],
    ['Сработала подушка', 'Airbag deployed'],
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
  contactPersonStatuses: [
    ['Страхователь', 'Policyholder'],
    ['Водитель', 'Driver'],
    ['Родственник', 'Relative'],
    ['Собственник', 'Owner'],
    ['Третье лицо', 'Third person'],
    ['Никто не ответил', 'Nobody answered'],
  ],
  unconfirmationReasons: [
    ['Яма на дороге', 'Pothole'],
    ['Бордюр', 'Kerb'],
    ['Хлопок дверью или капотом', 'Door or bonnet slam'],
    ['Работы в сервисе', 'Service works'],
    ['Эвакуатор', 'Tow truck'],
    ['Задели устройство', 'Device touched'],
  ],
  callResults: [
    ['Дозвонились', 'Reached'],
    ['Не отвечает', 'No answer'],
    ['Занято', 'Busy'],
    ['Номер недоступен', 'Number unavailable'],
    ['Попросили перезвонить', 'Asked to call back'],
    ['Неверный номер', 'Wrong number'],
  ],
  callReasons: [
    ['Первый звонок об ударе', 'First call about the impact'],
    ['Уточнение обстоятельств', 'Asking for details'],
    ['Запрос фотографий', 'Asking for pictures'],
    ['Сообщить решение', 'Telling the decision'],
  ],
  disagreementSurveyReasons: [
    ['Занят', 'Busy'],
    ['В шоке', 'In shock'],
    ['Уже сообщил', 'Already reported'],
    ['Не был за рулём', 'Not the driver'],
    ['Отказался без объяснений', 'Declined without a reason'],
  ],
  contractTypes: [
    ['КАСКО с телематикой', 'Comprehensive with telematics'],
    ['КАСКО по километрам', 'Pay per kilometre'],
    ['ОСАГО с телематикой', 'Liability with telematics'],
    ['Корпоративный парк', 'Fleet'],
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
  fuelTypes: [
    ['Бензин', 'Petrol'],
    ['Дизель', 'Diesel'],
    ['Гибрид', 'Hybrid'],
    ['Электричество', 'Electric'],
    ['Газ', 'Gas'],
  ],
  emissionStandards: [
    ['Евро-2', 'Euro 2'],
    ['Евро-3', 'Euro 3'],
    ['Евро-4', 'Euro 4'],
    ['Евро-5', 'Euro 5'],
    ['Евро-6', 'Euro 6'],
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
  statusesOfRoadAccident: [
    ['Новый', 'New'],
    ['В работе', 'In work'],
    ['Перезвонить', 'Call later'],
    ['Подтверждён', 'Confirmed'],
    ['Не подтверждён', 'Not confirmed'],
    ['Нет связи', 'Unreachable'],
    ['Передан страховщику', 'Passed to the insurer'],
    ['Завершён', 'Finished'],
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

/** Dictionary entries of every new installation. Ids are part of the wire, so entries may only be added at the end. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [dictionary, entries] of Object.entries(dictionaries))
    for (const [index, [ru, en]] of entries.entries())
      await sql`insert into dictionary_entry values (${dictionary}, ${index + 1}, ${ru}, ${en})`.execute(db);
  for (const [brand, models] of Object.entries(vehicles)) {
    await sql`insert into vehicle_brand (name) values (${brand})`.execute(db);
    for (const model of models)
      await sql`insert into vehicle_model (brand_id, name)
        select id, ${model} from vehicle_brand where name = ${brand}`.execute(db);
  }
};
