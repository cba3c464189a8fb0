/** Texts of the form for an accident that no device reported. */
export const report = {
  title: 'Зарегистрировать аварию',
  about: 'Об аварии сообщило не устройство, а клиент, полиция или партнёр.',
  searching: 'Ищем…',
  nothing: 'Ничего не найдено',
  type: 'Начните вводить номер или имя',
  now: 'Сейчас',
  onMap: 'На карте',
  atLater: 'Не может быть позже, чем сейчас',
  placeWrong: 'Нужны широта и долгота через запятую, или полная ссылка на точку карты',
  sources: { phone: 'Звонок клиента', police: 'Полиция', partner: 'Партнёр', other: 'Другое' },
  submit: 'Зарегистрировать аварию',
  sending: 'Регистрируем…',
  done: 'Авария зарегистрирована',
  cancel: 'Отмена',
} as const;
