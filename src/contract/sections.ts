/**
 * Russian names of the sections in the API's description. A section of a resource has the name of the resource, so it
 * is not listed.
 */
export const sectionsRu: Readonly<Record<string, string>> = {
  Account: 'Учётная запись',
  Trips: 'Поездки',
  Administration: 'Администрирование',
  Billing: 'Расчёты',
  Info: 'Справочники',
  'Control room': 'Сводка',
  Search: 'Поиск',
  Screener: 'Был ли там?',
  System: 'Система',
  Audit: 'История',
  Live: 'Обновления в реальном времени',
  Notifications: 'Уведомления',
  'Team chat': 'Чат команды',
  Texts: 'Тексты',
  Imports: 'Импорт',
  'Saved views': 'Виды списков',
  Weather: 'Погода',
};
