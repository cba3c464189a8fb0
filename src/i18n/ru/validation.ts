/** Messages of the specification, word for word. */
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
  notAfterEnd: 'Не может быть позже, чем дата окончания',
  option: 'Пожалуйста, выберете один из предложенных вариантов',
  passwordLength: 'Не короче 10 симв.',
  passwordIsLogin: 'Пароль не должен совпадать с логином',
  phone: 'Неверный формат',
} as const;
