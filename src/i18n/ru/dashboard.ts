export const dashboard = {
  loading: 'Загрузка рабочего стола',
  tiles: {
    cardsList: 'Договоры, автомобили и приборы',
    cardsCreate: 'Клиент, автомобиль и прибор',
    accidentsOpened: 'Ждут звонка и решения',
    accidentsCreate: 'О которой узнали не от прибора',
    accidentsClosed: 'Решение принято',
    accidentsNotvalid: 'Слабые удары, оставлены для поиска',
    scoring: 'Как водят и почему',
    createOperator: 'Доступ для нового сотрудника',
    operators: 'Кто работает в компании',
    clients: 'Страхователи и водители',
    registrations: 'Кто просит учётную запись',
    screener: 'Условия по портфелю и вопрос «был ли там?»',
    exports: 'Готовые файлы CSV, XLSX и PDF',
    settings: 'Язык, тема, уведомления',
  },
} as const;
