import type { Random } from './random.ts';

export type PersonName = {
  lastName: string;
  firstName: string;
  middleName: string;
  /** Gender by ISO/IEC 5218: 1 male, 2 female. */
  gender: 1 | 2;
};

// Male forms of last names. The female form is derived from the ending.
const lastNames =
  `Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев
Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев
Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов
Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров Матвеев
Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев Данилов Савельев Тимофеев
Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин Исаев Чернышёв Быков Маслов Родионов Коновалов Лазарев
Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров Наумов Потапов Журавлёв Овчинников Трофимов Леонов Соболев Ермаков
Колесников Гончаров Емельянов Никифоров Грачёв Котов Гришин Ефремов Архипов Громов Кириллов Малышев Панов Моисеев Румянцев
Акимов Кондратьев Бирюков Горбунов Анисимов Ерёмин Тихомиров Галкин Лукьянов Михеев Скворцов Юдин Белоусов Нестеров Симонов
Прокофьев Харитонов Князев Цветков Левин Митрофанов Воронов Аксёнов Софронов Мальцев Логинов Горшков Савин Краснов Майоров
Рыбаков Зимин Лапин Шилов Ларионов Терентьев Суворов Рожков Минаев Одинцов Хохлов Серов Ситников Шубин Устинов Дроздов
Белозерский Вишневский Островский Покровский Троицкий Успенский Левицкий Соболевский Крамской Донской Шевченко Бондаренко
Ткаченко Кравченко Лысенко Коваленко Мельник Савчук Гринь Шмидт Хасанов Галиев Сафин Ахметов Саркисян Григорян`
    .split(/\s+/)
    .filter(Boolean);

const maleFirstNames =
  `Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Николай Владимир Артём Павел Роман Денис Кирилл
Илья Антон Игорь Олег Юрий Никита Виктор Константин Станислав Вадим Егор Тимур Глеб Фёдор Григорий Леонид Матвей Пётр Руслан
Виталий Валерий Борис Ярослав Степан`.split(/\s+/);

const femaleFirstNames =
  `Елена Ольга Наталья Анна Татьяна Ирина Екатерина Мария Светлана Юлия Анастасия Марина Людмила Галина Надежда
Виктория Дарья Оксана Евгения Ксения Полина Алина Валентина Лариса Вера Кристина Александра Любовь Софья Алёна Диана Яна
Маргарита Инна Жанна`.split(/\s+/);

// Father's first name → stem of the patronymic, whose ending shows the gender.
const patronymics =
  `Александров Сергеев Дмитриев Андреев Алексеев Евгеньев Иванов Михайлов Николаев Владимиров Павлов Романов
Денисов Игорев Олегов Юрьев Викторов Константинов Станиславов Вадимов Фёдоров Григорьев Леонидов Петров Русланов Витальев
Валерьев Борисов Анатольев Геннадьев Вячеславов Эдуардов Степанов Аркадьев Максимов`.split(/\s+/);

const toFeminine = (lastName: string): string => {
  if (/(?:ский|цкий)$/.test(lastName)) return lastName.replace(/ий$/, 'ая');
  if (/ской$/.test(lastName)) return lastName.replace(/ой$/, 'ая');
  return /(?:ов|ев|ёв|ин)$/.test(lastName) ? `${lastName}а` : lastName;
};

export const personName = (random: Random): PersonName => {
  // Two of three policyholders are men, as in motor insurance generally.
  const isFemale = random.chance(0.36);
  const lastName = random.pick(lastNames);
  return {
    lastName: isFemale ? toFeminine(lastName) : lastName,
    firstName: random.pick(isFemale ? femaleFirstNames : maleFirstNames),
    middleName: `${random.pick(patronymics)}${isFemale ? 'на' : 'ич'}`,
    gender: isFemale ? 2 : 1,
  };
};

export const fullName = (name: PersonName): string => `${name.lastName} ${name.firstName} ${name.middleName}`;

const latinByCyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map(pair => pair.split(':') as [string, string]),
);

/** Latin transliteration for mail addresses. */
export const latinName = (text: string): string =>
  [...text.toLowerCase()].map(letter => latinByCyrillic[letter] ?? letter).join('');

/** Mobile number in E.164 with a code of a Russian operator. */
export const mobilePhone = (random: Random): string => {
  const operatorCode = random.pick([
    '903',
    '905',
    '909',
    '910',
    '911',
    '915',
    '916',
    '917',
    '921',
    '925',
    '926',
    '929',
    '931',
    '952',
    '962',
    '965',
    '968',
    '977',
    '981',
    '985',
    '999',
  ]);
  return `+7${operatorCode}${String(random.integer(1_000_000, 9_999_999))}`;
};
