import { reporters } from '../../resources/accidents/reporter.ts';

export const report = {
  title: 'Зарегистрировать аварию',
  about: 'Об аварии сообщило не устройство, а клиент, полиция или партнёр.',
  searching: 'Ищем…',
  nothing: 'Ничего не найдено',
  type: 'Начните вводить номер или имя',
  now: 'Сейчас',
  onMap: 'На карте',
  atLater: 'Не может быть позже, чем сейчас',
  placeWrong:
    'Такого места в списке нет: в нём города России от 100\u00A0000 жителей и адреса прежних аварий. Выберите точку на карте, вставьте координаты или полную ссылку на точку карты',
  cityOnMap: 'Карта открыта на городе: %{city}. Выберите точное место.',
  sources: {
    phone: reporters.phone.ru,
    police: reporters.police.ru,
    partner: reporters.partner.ru,
    other: reporters.other.ru,
  },
  submit: 'Зарегистрировать аварию',
  sending: 'Регистрируем…',
  done: 'Авария зарегистрирована',
  cancel: 'Отмена',
} as const;
