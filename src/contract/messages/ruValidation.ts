/**
 * Messages about invalid values. The wording is that of the specification, if the specification has one. Forms and the
 * server show the same messages.
 */
export const ruValidation = {
  required: 'Поле обязательно для заполнения',
  type: 'Должно быть %{type}',
  types: {
    string: 'текстом',
    number: 'числом',
    integer: 'числом',
    date: 'датой',
    boolean: 'значением «да» или «нет»',
    array: 'списком',
    object: 'один из вариантов',
    null: 'пустым',
  },
  email: 'Введите корректный email',
  max: 'Должно быть меньше, чем %{max}',
  min: 'Должно быть не меньше, чем %{min}',
  integer: 'Должно быть числом',
  notBeforeStart: 'Не может быть раньше, чем дата старта',
  notBeforeAge: 'Не раньше, чем в %{years} лет',
  notPast: 'Не может быть в прошлом',
  tooFarAhead: 'Не дальше, чем через год',
  notAfterToday: 'Не может быть позже, чем сегодня',
  notAfterEnd: 'Не может быть позже, чем дата окончания',
  dateRange: 'Дата должна быть от %{from} до %{to}',
  option: 'Пожалуйста, выберете один из предложенных вариантов',
  tooShort: 'Не короче %{min} знаков',
  tooLong: 'Не длиннее %{max} знаков',
  tooMany: 'Не больше %{max} значений',
  passwordIsLogin: 'Пароль не должен повторять логин',
  pattern: 'Неверный формат',
  /** Messages about values that break a rule of their kind, for example a phone, a plate or a VIN. */
  faults: {
    characters: 'В тексте есть недопустимый знак',
    ambiguousNumber: 'Может быть %{thousands} или %{fraction}. Напишите одно из них',
    mixedAlphabets: 'Слово «%{value}» из русских и латинских букв',
    phone: 'От 5 до 15 цифр, можно +, пробелы, скобки и дефисы',
    phoneLength: 'В российском номере 11 цифр вместе с +7, а здесь цифра лишняя или пропущена',
    licenceBefore16: 'Права не выдают раньше 16-го дня рождения',
    plate:
      'Не похоже на госномер. Бывают: легковой А123ВС77, такси АВ12377, прицеп АВ123477, мотоцикл 1234АВ77, транзит АВ123С77',
    vinPattern: 'В VIN 17 знаков: цифры и латинские буквы, кроме I, O и Q',
    plateRegion: 'Такого региона нет',
    plateShort: 'Похоже на российский номер с ошибкой. Проверьте, все ли знаки на месте',
    plateLetter: 'В российском номере сначала буква',
    imeiPattern: 'В IMEI 15 цифр',
    vin: 'Контрольный знак VIN не сходится',
    imei: 'Контрольная цифра IMEI не сходится',
  },
};

export type ValidationTexts = typeof ruValidation;

/**
 * Returns the validation messages, by name of the fault. The faults `maximum`, `minimum` and `unknownOption` use the
 * messages `max`, `min` and `option`.
 */
export const messagesByFault = ({ types: _, max, min, option, faults, ...others }: ValidationTexts) => ({
  ...others,
  ...faults,
  maximum: max,
  minimum: min,
  unknownOption: option,
});
