import type { Locale } from '../../../src/contract/messages/index.ts';
import type { ScorePart } from '../../../src/contract/scoring.ts';

/** Forms of a counted word: 1 раз, 2 раза, 5 раз. English has two. */
type Forms = readonly [one: string, few: string, many?: string];

/** Texts of the pages for clients. They address the client and avoid the terms of insurers. */
export interface Words {
  readonly times: Forms;
  readonly trips: Forms;
  readonly points: (points: string) => string;
  readonly footer: (company: string, until: string) => string;
  readonly page: string;
  readonly score: {
    readonly title: (score: string) => string;
    readonly subtitle: (name: string, car: string, from: string, to: string, trips: string, km: string) => string;
    readonly why: string;
    readonly start: (cost: string) => string;
    readonly rest: string;
    readonly clean: string;
    readonly interval: (low: string, high: string) => string;
    readonly on: (days: string) => string;
    readonly mostOn: (days: string) => string;
    readonly night: (time: string) => string;
    readonly target: (target: string) => string;
    readonly same: (target: string) => string;
    readonly instead: (wanted: string, count: string) => string;
    readonly enough: string;
    readonly far: (target: string) => string;
    readonly note: {
      readonly title: (author: string) => string;
      readonly intro: (name: string, from: string, to: string) => string;
      readonly clean: (name: string) => string;
      readonly end: string;
    };
    readonly know: string;
    readonly notes: readonly string[];
    readonly parts: Readonly<Record<ScorePart, string>>;
    readonly advice: Readonly<Partial<Record<ScorePart, string>>>;
  };
  readonly accident: {
    readonly title: (number: number) => string;
    readonly subtitle: (name: string) => string;
    readonly happened: string;
    readonly when: string;
    readonly where: string;
    readonly car: string;
    readonly source: string;
    readonly strength: string;
    readonly speed: string;
    readonly speedText: (kmh: string) => string;
    readonly recorded: string;
    readonly reported: string;
    readonly unreliable: string;
    readonly place: string;
    readonly state: string;
    readonly open: string;
    readonly closed: (when: string) => string;
    readonly need: string;
    readonly nothing: string;
    readonly waits: string;
    readonly asks: Readonly<Record<'injured' | 'drivable' | 'police' | 'otherParty' | 'photos', string>>;
    readonly call: (when: string) => string;
    readonly callSoon: string;
  };
}

const ru: Words = {
  times: ['раз', 'раза', 'раз'],
  trips: ['поездка', 'поездки', 'поездок'],
  points: points => `−${points}`,
  footer: (company, until) => `${company}. Страница действует до ${until}.`,
  page: 'Страница {page} из {pages}',
  score: {
    title: score => `Ваша оценка вождения: ${score} из 100`,
    subtitle: (name, car, from, to, trips, km) =>
      `${name ? `${name}, это` : 'Это'} оценка поездок на автомобиле ${car} с ${from} по ${to}: ${trips}, ${km} км.`,
    why: 'Почему столько',
    start: cost => `Счёт начинается со 100 баллов. За всё вместе снято ${cost}.`,
    rest: 'всё остальное',
    clean: 'Ни за что не снято ни одного балла.',
    interval: (low, high) =>
      `По этим поездкам оценка верна с точностью до интервала от ${low} до ${high}: чем больше поездок, тем он уже.`,
    on: days => `например ${days}`,
    mostOn: days => `больше всего: ${days}`,
    night: time =>
      `езда ночью, с 23 до 5 часов: ${time} за рулём. Ночью дорога опаснее для всех, поэтому это стоит немного`,
    target: target => `Что даст ${target}`,
    same: target => `Оценка станет ${target}, если на том же пути будет так:`,
    instead: (wanted, count) => `${wanted} вместо ${count}`,
    enough: 'Вы водите спокойно. Так и продолжайте.',
    far: target => `Чтобы получить ${target}, нужно больше спокойных поездок: по этому пути их пока мало.`,
    note: {
      title: author => `Вам пишет ${author}`,
      intro: (name, from, to) =>
        `${name ? `${name}, здравствуйте!` : 'Здравствуйте!'} С ${from} по ${to} больше всего баллов сняли за это:`,
      clean: name => `${name ? `${name}, здравствуйте!` : 'Здравствуйте!'} Вы водите спокойно. Так и продолжайте.`,
      end: 'Если за рулём были не вы или поездка записана неверно, скажите нам: мы проверим.',
    },
    know: 'Что важно знать',
    notes: [
      'Оценку считает программа по данным устройства в автомобиле. Она сравнивает поездки и не решает ничего за людей.',
      'За рулём были не вы, или поездка записана неверно? Скажите нам, и мы её проверим.',
    ],
    parts: {
      braking: 'резкие торможения',
      acceleration: 'резкие разгоны',
      cornering: 'резкие повороты',
      directionChange: 'резкие перестроения',
      speeding: 'превышение скорости',
      night: 'езда ночью',
      phone: 'телефон за рулём',
    },
    advice: {
      braking: 'Держите дистанцию и отпускайте газ раньше: торможение станет плавным.',
      acceleration: 'Трогайтесь и разгоняйтесь плавно.',
      cornering: 'Сбрасывайте скорость до поворота, а не в нём.',
      directionChange: 'Перестраивайтесь заранее и плавно.',
    },
  },
  accident: {
    title: number => `Авария #${number}`,
    subtitle: name => `${name ? `${name}, вот` : 'Вот'} что нам известно и что нужно от вас.`,
    happened: 'Что произошло',
    when: 'Когда',
    where: 'Где',
    car: 'Автомобиль',
    source: 'Откуда знаем',
    strength: 'Сила удара',
    speed: 'Скорость до удара',
    speedText: kmh => `${kmh} км/ч`,
    recorded: 'Удар записало устройство в автомобиле.',
    reported: 'Об аварии нам сообщили.',
    unreliable: 'Устройство сообщило об ударе, но запись неполная. Поэтому ваш рассказ особенно важен.',
    place: 'место не определено',
    state: 'Что сейчас',
    open: 'Мы разбираемся.',
    closed: when => `Разбор завершён ${when}.`,
    need: 'Что нужно от вас',
    nothing: 'Сейчас от вас ничего не нужно.',
    waits: 'Вы уже рассказали всё, что нужно. Дождитесь нашего звонка.',
    asks: {
      injured: 'Скажите, не пострадал ли кто-нибудь. Если нужна помощь, звоните 112.',
      drivable: 'Скажите, едет ли автомобиль своим ходом.',
      police: 'Скажите, вызывали ли вы полицию, и сохраните её документы.',
      otherParty: 'Если был второй участник, запишите номер его автомобиля, телефон и номер полиса.',
      photos: 'Сфотографируйте повреждения, номера автомобилей и место.',
    },
    call: when => `Ответьте на наш звонок: ${when}.`,
    callSoon: 'Ответьте на наш звонок: мы скоро позвоним.',
  },
};

const en: Words = {
  times: ['time', 'times'],
  trips: ['trip', 'trips'],
  points: points => `−${points}`,
  footer: (company, until) => `${company}. This page is valid until ${until}.`,
  page: 'Page {page} of {pages}',
  score: {
    title: score => `Your driving score: ${score} of 100`,
    subtitle: (name, car, from, to, trips, km) =>
      `${name ? `${name}, this` : 'This'} is the score of the trips with ${car} from ${from} to ${to}: ${trips}, ${km} km.`,
    why: 'Why this score',
    start: cost => `Everybody begins with 100 points. ${cost} were taken off in all.`,
    rest: 'everything else',
    clean: 'Nothing cost a point.',
    interval: (low, high) =>
      `These trips tell the score to within ${low} to ${high}: the more trips, the narrower the range.`,
    on: days => `for example ${days}`,
    mostOn: days => `most of them: ${days}`,
    night: time =>
      `driving at night, from 23 to 5: ${time} at the wheel. Night roads are riskier for everybody, so this costs little`,
    target: target => `What would give ${target}`,
    same: target => `The score becomes ${target} if the same way is driven like this:`,
    instead: (wanted, count) => `${wanted} instead of ${count}`,
    enough: 'You drive calmly. Keep going like this.',
    far: target => `Reaching ${target} takes more calm trips: there are too few of them yet.`,
    note: {
      title: author => `A note from ${author}`,
      intro: (name, from, to) =>
        `${name ? `Dear ${name},` : 'Good day,'} from ${from} to ${to} most points went for this:`,
      clean: name => `${name ? `Dear ${name},` : 'Good day,'} you drive calmly. Keep going like this.`,
      end: 'If somebody else was driving, or a trip is recorded wrongly, tell us, and we will check it.',
    },
    know: 'Good to know',
    notes: [
      'A program computes the score from the data of the device in the car. It compares trips and decides nothing about people.',
      'Somebody else was driving, or a trip is recorded wrongly? Tell us, and we will check it.',
    ],
    parts: {
      braking: 'hard braking',
      acceleration: 'hard acceleration',
      cornering: 'hard cornering',
      directionChange: 'abrupt lane changes',
      speeding: 'speeding',
      night: 'driving at night',
      phone: 'phone while driving',
    },
    advice: {
      braking: 'Keep your distance and lift the pedal earlier: braking gets smooth.',
      acceleration: 'Set off and speed up smoothly.',
      cornering: 'Slow down before a bend and not in it.',
      directionChange: 'Change lanes early and smoothly.',
    },
  },
  accident: {
    title: number => `Accident #${number}`,
    subtitle: name => `${name ? `${name}, this` : 'This'} is what we know and what we need from you.`,
    happened: 'What happened',
    when: 'When',
    where: 'Where',
    car: 'Car',
    source: 'How we know',
    strength: 'Strength of the impact',
    speed: 'Speed before the impact',
    speedText: kmh => `${kmh} km/h`,
    recorded: 'The device in the car recorded an impact.',
    reported: 'The accident was reported to us.',
    unreliable: 'The device reported an impact, but the recording is incomplete. So your account matters most.',
    place: 'the place is not known',
    state: 'Now',
    open: 'We are looking into it.',
    closed: when => `Closed on ${when}.`,
    need: 'What we need from you',
    nothing: 'Nothing is needed from you now.',
    waits: 'You have told us all that is needed. Please wait for our call.',
    asks: {
      injured: 'Tell us whether anybody is hurt. If help is needed, call 112.',
      drivable: 'Tell us whether the car can be driven.',
      police: 'Tell us whether the police came, and keep their documents.',
      otherParty: 'If somebody else was involved, note their plate, phone and policy number.',
      photos: 'Take photographs of the damage, the plates and the place.',
    },
    call: when => `Please answer our call: ${when}.`,
    callSoon: 'Please answer our call: it comes soon.',
  },
};

export const wordsByLocale: Readonly<Record<Locale, Words>> = { ru, en };

/** Returns a number with its word in the right form. */
export const counted = (n: number, [one, few, many = few]: Forms, locale: Locale): string => {
  const form = new Intl.PluralRules(locale).select(n);
  return `${n} ${form === 'one' ? one : form === 'few' ? few : many}`;
};
