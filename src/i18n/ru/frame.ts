/** Texts of panels and tools of the frame, loaded on demand. */
export const frame = {
  again: {
    title: 'Сеанс завершён',
    about: 'Войдите ещё раз. Введённое на странице осталось на месте.',
    other: 'Войти под другим именем',
  },
  user: {
    title: 'Профиль',
    data: 'Личные данные',
    messages: 'Сообщения',
    activity: 'Мои действия',
    calls: 'Мои звонки',
    settings: 'Настройки',
    failed: 'Сервер не ответил, какие разделы вам открыты. Повторите или перезагрузите страницу.',
  },
  close: 'Закрыть',
  cancel: 'Отмена',
  basket: {
    title: 'Отложено для выгрузки',
    format: 'Выгрузить %{format}',
  },
  leave: {
    title: 'Уйти со страницы?',
    about: 'Введённое не сохранено и пропадёт.',
    leave: 'Уйти',
    stay: 'Остаться',
  },
  actions: {
    open: 'Быстрые действия',

    next: 'Следующая авария',
    none: 'Свободных аварий нет',
  },
  cart: { open: 'Корзина: %{n}' },
  tools: {
    link: 'Скопировать ссылку',
    linkCopied: 'Ссылка скопирована',
    linkNotCopied: 'Скопировать не удалось',
    full: 'Во весь экран',
    print: 'Печать',
  },
} as const;
