import { rights } from '../contract/access.ts';
import { deliveryFaults, deliveryStates, webhookEvents } from '../contract/webhooks.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import { webhooks } from './webhooks.ts';

/**
 * Deliveries to webhooks, sent or waiting. There is one delivery per event and webhook, whatever the number of
 * attempts.
 */
export const webhookDeliveries = defineResource({
  name: 'webhookDeliveries',
  entity: 'webhookDelivery',
  label: {
    ru: { title: 'Доставки вебхуков', one: 'доставка', few: 'доставки', many: 'доставок' },
    en: { title: 'Webhook deliveries', one: 'delivery', other: 'deliveries' },
  },
  title: 'MessageId',
  fields: {
    CreatedAt: f.dateTime({
      label: { ru: 'Событие', en: 'Happened' },
      required: true,
      sortable: true,
      filterable: true,
    }),
    Event: f.option({
      label: { ru: 'Что произошло', en: 'Event' },
      required: true,
      filterable: true,
      choices: webhookEvents,
      choiceLabels: webhooks.fields.Events.choiceLabels,
      widthCh: 16,
    }),
    Webhook: f.reference({
      label: { ru: 'Вебхук', en: 'Webhook' },
      targetResource: 'webhooks',
      idField: 'WebhookId',
      required: true,
      filterable: true,
      listOnTarget: true,
      widthCh: 22,
    }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      required: true,
      filterable: true,
      choices: deliveryStates,
      choiceLabels: {
        waiting: { ru: 'ждёт отправки', en: 'to be sent' },
        delivered: { ru: 'доставлено', en: 'delivered' },
        failed: { ru: 'не доставлено', en: 'not delivered' },
      },
      widthCh: 15,
    }),
    Attempts: f.number({ label: { ru: 'Попыток', en: 'Attempts' }, required: true, integer: true }),
    ResponseCode: f.number({ label: { ru: 'Код ответа', en: 'Response code' }, identifier: true, widthCh: 12 }),
    DurationMs: f.number({ label: { ru: 'Длилось, мс', en: 'Took, ms' }, integer: true, widthCh: 11 }),
    Fault: f.option({
      label: { ru: 'Почему не удалось', en: 'Why it failed' },
      filterable: true,
      choices: deliveryFaults,
      choiceLabels: {
        address: { ru: 'адрес во внутренней сети', en: 'address in a private network' },
        name: { ru: 'имя не найдено', en: 'name not found' },
        connection: { ru: 'нет соединения', en: 'no connection' },
        certificate: { ru: 'сертификат не подходит', en: 'certificate not valid' },
        timeout: { ru: 'не ответил вовремя', en: 'no answer in time' },
        cut: { ru: 'соединение оборвалось', en: 'connection was cut' },
        redirect: { ru: 'ответил переадресацией', en: 'answered with a redirect' },
        status: { ru: 'ответил ошибкой', en: 'answered with an error' },
        challenge: { ru: 'не повторил проверочное слово', en: 'did not repeat the challenge' },
        expired: { ru: 'прошли сутки', en: 'a day has passed' },
      },
      widthCh: 20,
    }),
    AttemptedAt: f.dateTime({ label: { ru: 'Последняя попытка', en: 'Last attempt' } }),
    NextAttemptAt: f.dateTime({ label: { ru: 'Следующая попытка', en: 'Next attempt' }, recordOnly: true }),
    MessageId: f.text({
      label: { ru: 'Номер доставки', en: 'Delivery id' },
      fullLabel: { ru: 'Номер доставки (webhook-id)', en: 'Delivery id (webhook-id)' },
      required: true,
      unlisted: true,
    }),
    AnswerBeginning: f.text({ label: { ru: 'Начало ответа', en: 'Beginning of the answer' }, recordOnly: true }),
    Body: f.text({ label: { ru: 'Что отправлено', en: 'What was sent' }, required: true, recordOnly: true }),
  },
  list: {
    columns: ['CreatedAt', 'Event', 'Webhook', 'State', 'Attempts', 'ResponseCode', 'Fault'],
    sort: 'CreatedAt-desc',
  },
  record: [
    {
      title: { ru: 'Данные', en: 'Data' },
      fields: [
        'CreatedAt',
        'Event',
        'Webhook',
        'State',
        'Attempts',
        'ResponseCode',
        'DurationMs',
        'Fault',
        'AttemptedAt',
        'NextAttemptAt',
        'MessageId',
        'AnswerBeginning',
      ],
    },
    { title: { ru: 'Содержимое', en: 'Content' }, fields: ['Body'] },
  ],
  actions: {
    replay: {
      icon: 'replay',
      label: { ru: 'Отправить ещё раз', en: 'Send again' },
      consequences: {
        ru: 'Уйдёт под тем же номером: получатель отбросит то, что у него есть.',
        en: 'It goes out under the same id: a receiver drops what it has.',
      },
      roles: rights.webhooks,
      bulk: true,
    },
  },
  navigation: {
    path: '/cabinet/admin/webhook-deliveries/',
    groups: '/cabinet/admin/',
    topic: 'systems',
    icon: 'delivery',
    purpose: { ru: 'Что отправлено, что ждёт, что не дошло', en: 'What was sent, what waits, what did not arrive' },
  },
  access: { read: rights.webhooks },
});
