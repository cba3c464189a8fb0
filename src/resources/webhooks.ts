import { rights } from '../contract/access.ts';
import { webhookEvents, webhookStates, webhookUrlMaxLength } from '../contract/webhooks.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';

const eventLabels = {
  'accident.create': { ru: 'новая авария', en: 'new accident' },
  'accident.update': { ru: 'авария изменена', en: 'accident changed' },
  'accident.move': { ru: 'авария перенесена', en: 'accident moved' },
} as const;

/**
 * Webhooks: addresses of other systems that receive events. A separate API call creates a webhook, because the
 * receiving system must answer a challenge.
 */
export const webhooks = defineResource({
  name: 'webhooks',
  entity: 'webhook',
  label: {
    ru: { title: 'Вебхуки', one: 'вебхук', few: 'вебхука', many: 'вебхуков', add: 'Подключить вебхук' },
    en: { title: 'Webhooks', one: 'webhook', other: 'webhooks', add: 'Activate webhook' },
  },
  title: 'Url',
  omittedVerbs: ['create'],
  fields: {
    Url: f.text({
      label: { ru: 'Адрес', en: 'Address' },
      help: {
        ru: 'https, доступный из интернета. Получатель сразу ответит на проверку',
        en: 'https, reachable from the internet. The receiver must answer a challenge at once',
      },
      required: true,
      write: 'create',
      maxLength: webhookUrlMaxLength,
      sortable: true,
      widthCh: 28,
    }),
    Events: f.option({
      label: { ru: 'События', en: 'Events' },
      required: true,
      many: true,
      choices: webhookEvents,
      choiceLabels: eventLabels,
      widthCh: 18,
    }),
    Secret: f.text({
      label: { ru: 'Секрет', en: 'Secret' },
      help: {
        ru: 'Можно оставить пустым: сделаем сами. Свой: whsec_ и от 24 до 64 байт в base64',
        en: 'Leave empty to have one generated. Your own: whsec_ and 24 to 64 bytes in base64',
      },
      inputOnly: true,
      write: 'create',
      maxLength: 95,
    }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      required: true,
      filterable: true,
      sortable: true,
      choices: webhookStates,
      choiceLabels: {
        active: { ru: 'работает', en: 'active' },
        paused: { ru: 'на паузе', en: 'paused' },
        off: { ru: 'отключён после сбоев', en: 'off after failures' },
      },
      widthCh: 18,
    }),
    FailuresInRow: f.number({
      label: { ru: 'Сбоев подряд', en: 'Failures in a row' },
      required: true,
      integer: true,
      widthCh: 12,
    }),
    LastDeliveredAt: f.dateTime({ label: { ru: 'Последняя доставка', en: 'Last delivered' } }),
    QuietUntil: f.dateTime({
      label: { ru: 'Следующая попытка', en: 'Next attempt' },
      help: {
        ru: 'После сбоя ждём, чтобы не мешать получателю',
        en: 'After a failure we wait before the next attempt',
      },
      recordOnly: true,
    }),
    FormerSecretUntil: f.dateTime({
      label: { ru: 'Прежний секрет подписывает до', en: 'Former secret signs until' },
      recordOnly: true,
    }),
    CreatedAt: f.dateTime({ label: { ru: 'Подключён', en: 'Activated' }, required: true, sortable: true }),
    CreatedBy: f.text({ label: { ru: 'Кем подключён', en: 'Activated by' } }),
  },
  list: {
    columns: ['Url', 'Events', 'State', 'FailuresInRow', 'LastDeliveredAt', 'CreatedAt'],
    sort: 'CreatedAt-desc',
  },
  form: ['Url', 'Events', 'Secret'],
  actions: {
    pause: {
      icon: 'block',
      label: { ru: 'Приостановить', en: 'Pause' },
      consequences: {
        ru: 'Отправка остановится. События будут ждать сутки, затем их можно отправить из журнала.',
        en: 'Nothing is sent. Events wait for a day; after that they can be sent from the log.',
      },
      roles: rights.webhooks,
      when: { State: ['active'] },
    },
    resume: {
      icon: 'open',
      label: { ru: 'Возобновить', en: 'Resume' },
      consequences: {
        ru: 'Отправка продолжится сразу, с того, что ждёт. Счёт сбоев начнётся заново.',
        en: 'Sending continues at once with what is waiting. The count of failures starts again.',
      },
      roles: rights.webhooks,
      when: { State: ['paused', 'off'] },
    },
    rotate: {
      icon: 'key',
      label: { ru: 'Сменить секрет', en: 'Change the secret' },
      consequences: {
        ru: 'Новый секрет будет показан один раз. Сутки подписывают оба, прежний и новый.',
        en: 'The new secret is shown once. For a day both sign, the former and the new one.',
      },
      roles: rights.webhooks,
      secretProperty: 'Secret',
    },
    replay: {
      icon: 'replay',
      label: { ru: 'Повторить недоставленные', en: 'Resend failed deliveries' },
      consequences: {
        ru: 'Всё, что не удалось доставить за этот срок, отправится ещё раз под теми же номерами.',
        en: 'Everything that could not be delivered in this period is sent again under the same ids.',
      },
      roles: rights.webhooks,
      dialog: {
        fields: {
          From: f.dateTime({ label: { ru: 'С', en: 'From' }, required: true }),
          To: f.dateTime({ label: { ru: 'По', en: 'To' }, required: true }),
        },
        form: [['From', 'To']],
      },
    },
  },
  navigation: {
    path: '/cabinet/admin/webhooks/',
    groups: '/cabinet/admin/',
    topic: 'systems',
    icon: 'webhook',
    purpose: { ru: 'Кому и о чём сообщать сразу', en: 'Who is notified at once, and of what' },
  },
  access: {
    read: rights.webhooks,
    create: rights.webhooks,
    update: rights.webhooks,
    remove: rights.webhooks,
  },
});
