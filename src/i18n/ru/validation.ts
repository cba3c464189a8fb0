/** Messages of the specification, word for word. */
export const validation = {
  required: 'Поле обязательно для заполнения',
  type: 'Должно быть %{type}',
  oneOf: 'один из вариантов',
  email: 'Введите корректный email',
  max: 'Должно быть меньше, чем %{max}',
  integer: 'Должно быть числом',
  notBeforeStart: 'Не может быть раньше, чем дата старта',
  notAfterEnd: 'Не может быть позже, чем дата окончания',
  option: 'Пожалуйста, выберете один из предложенных вариантов',
  passwordLength: 'Не короче 10 симв.',
  passwordIsLogin: 'Пароль не должен совпадать с логином',
  phone: 'Неверный формат',
} as const;
