/** Messages of the specification, verbatim. */
export const validation = {
  required: 'Поле обязательно для заполнения',
  type: 'Должно быть %{type}',
  types: {
    string: 'текстом',
    date: 'датой',
    boolean: 'значением «да» или «нет»',
    position: 'координатами: широта и долгота',
    vin: 'кодом VIN',
    imei: 'номером IMEI',
  },
  oneOf: 'один из вариантов',
  email: 'Введите корректный email',
  max: 'Должно быть меньше, чем %{max}',
  min: 'Должно быть не меньше, чем %{min}',
  integer: 'Должно быть числом',
  notBeforeStart: 'Не может быть раньше, чем дата старта',
  notBeforeAge: 'Не раньше, чем в %{years} лет',
  notAfterToday: 'Не может быть позже, чем сегодня',
  notAfterEnd: 'Не может быть позже, чем дата окончания',
  option: 'Пожалуйста, выберете один из предложенных вариантов',
  tooShort: 'Не короче %{min} симв.',
  tooLong: 'Не длиннее %{max} симв.',
  passwordIsLogin: 'Пароль не должен повторять логин',
  pattern: 'Неверный формат',
  /** What both ends find, by the names that messages of the contract have. */
  faults: {
    notLater: 'Не может быть позже, чем %{max}',
    phone: 'Телефон: от 5 до 15 цифр, можно +, пробелы, скобки и дефисы',
    notBeforeStart: 'Не может быть раньше, чем дата старта',
    notAfterEnd: 'Не может быть позже, чем дата окончания',
    licenceBefore16: 'Права не выдают раньше 16-го дня рождения',
    plate:
      'Не похоже на госномер. Бывают: легковой А123ВС77, такси АВ12377, прицеп АВ123477, мотоцикл 1234АВ77, транзит АВ123С77',
    vin: 'Контрольный знак VIN не сходится',
    imei: 'Контрольная цифра IMEI не сходится',
  },
} as const;
