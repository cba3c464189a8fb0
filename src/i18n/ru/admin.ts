/** Pages that keep what the company pays for, keys of platforms, companies and texts. */
export const admin = {
  billing: {
    earlier: 'Предыдущий месяц',
    later: 'Следующий месяц',
    failed: 'Счёт не загрузился',
    figures: {
      Active: 'Работало ваучеров',
      Began: 'Из них начато',
      Ended: 'Из них закрыто',
      VoucherDays: 'Ваучеро-дней',
    },
  },
  key: {
    make: 'Создать ключ',
    once: 'Сохраните ключ сейчас: больше он нигде не показывается.',
    use: 'Платформа присылает его в заголовке Authorization: Bearer.',
    done: 'К списку ключей',
  },
  company: {
    about: 'Руководитель получит письмо со ссылкой. Данные новой компании видны только её людям.',
    make: 'Создать компанию',
    made: 'Компания «%{name}» заведена, приглашение отправлено на %{email}.',
    back: 'К компаниям',
  },
} as const;
