import { managers, roleLabels, roles, superusers } from '../contract/access.ts';
import { nameMaxLength, phoneMaxLength } from '../contract/limits.ts';
import { accountStates } from '../contract/states.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import type { TypesOf } from '../schema/types.ts';

/** Account that receives the cases of an operator who leaves. Empty: the cases wait in the queue again. */
const handOverField = f.reference({
  label: { ru: 'Кому передать дела', en: 'Hand cases over to' },
  help: { ru: 'Никому: открытые дела вернутся в очередь', en: 'Nobody: open cases go back to the queue' },
  targetResource: 'operators',
  idField: 'HandOverTo',
  targetFilters: { State: 'active' },
});
const reasonField = f.text({ label: { ru: 'Причина', en: 'Reason' }, maxLength: 500 });
const leaveDialog = { fields: { HandOverTo: handOverField, Reason: reasonField }, form: ['HandOverTo', 'Reason'] };

export const operators = defineResource({
  name: 'operators',
  entity: 'account',
  pathName: 'Operator',
  label: {
    ru: {
      title: 'Операторы',
      one: 'оператор',
      few: 'оператора',
      many: 'операторов',
      add: 'Добавить оператора',
    },
    en: { title: 'Operators', one: 'operator', other: 'operators', add: 'Add operator' },
  },
  title: 'FullName',
  calls: {
    list: 'GET /api/v2/Operator/table',
    create: 'POST /api/v2/Operator',
    update: 'PUT /api/v2/Operator/{id}',
  },
  emptyTexts: true,
  fields: {
    FullName: f.text({
      label: { ru: 'ФИО', en: 'Full name' },
      required: true,
      maxLength: nameMaxLength,
      write: 'update',
      sortable: true,
      widthCh: 20.5,
    }),
    LastName: f.text({
      label: { ru: 'Фамилия', en: 'Last name' },
      required: true,
      maxLength: 60,
      inputOnly: true,
      write: 'create',
    }),
    FirstName: f.text({
      label: { ru: 'Имя', en: 'First name' },
      required: true,
      maxLength: 60,
      inputOnly: true,
      write: 'create',
    }),
    MiddleName: f.text({
      label: { ru: 'Отчество', en: 'Middle name' },
      maxLength: 60,
      inputOnly: true,
      write: 'create',
    }),
    Email: f.email({
      label: { ru: 'Почта', en: 'E-mail' },
      help: {
        ru: 'Это и логин. Сюда придёт ссылка, по которой человек задаст пароль',
        en: 'Also the login. A link to choose a password goes there',
      },
      required: true,
      write: 'create',
      sortable: true,
    }),
    Phone: f.phone({ label: { ru: 'Телефон', en: 'Phone' }, maxLength: phoneMaxLength }),
    Occupation: f.text({ label: { ru: 'Должность', en: 'Occupation' }, maxLength: nameMaxLength, widthCh: 22 }),
    Roles: f.option({
      label: { ru: 'Роли', en: 'Roles' },
      choices: roles,
      choiceLabels: roleLabels,
      choiceAccess: { SUPERUSER: superusers },
      many: true,
      required: true,
      filterable: true,
      widthCh: 13.2,
    }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      choices: accountStates,
      choiceLabels: {
        invited: { ru: 'приглашён', en: 'invited' },
        active: { ru: 'работает', en: 'active' },
        blocked: { ru: 'заблокирован', en: 'blocked' },
      },
      required: true,
      filterable: true,
      sortable: true,
      widthCh: 12,
    }),
    Invitation: f.status({
      label: { ru: 'Письмо со ссылкой', en: 'Letter with a link' },
      choices: ['waiting', 'failed'],
      choiceLabels: {
        waiting: { ru: 'ещё не доставлено', en: 'not delivered yet' },
        failed: { ru: 'не доставлено', en: 'not delivered' },
      },
      widthCh: 17,
    }),
    LastSeenAt: f.dateTime({ label: { ru: 'Был в кабинете', en: 'Last seen' }, sortable: true }),
    OpenCases: f.number({
      label: { ru: 'Открытых дел', en: 'Open cases' },
      required: true,
      integer: true,
      widthCh: 11,
    }),
    ClosedToday: f.number({
      label: { ru: 'Завершено сегодня', en: 'Closed today' },
      required: true,
      integer: true,
      widthCh: 12.5,
    }),
    CreatedAt: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true, sortable: true }),
  },
  list: {
    columns: ['FullName', 'Email', 'Roles', 'State', 'Invitation', 'LastSeenAt', 'OpenCases'],
    sort: 'FullName-asc',
    search: ['FullName', 'Email', 'Phone'],
    rowPath: '/cabinet/users/operators/{Id}/',
  },
  form: ['FullName', ['LastName', 'FirstName', 'MiddleName'], 'Email', ['Phone', 'Occupation'], 'Roles'],
  parts: ['operatorCases', 'operatorSessions'],
  createdText: { ru: 'Приглашение отправлено на %{Email}', en: 'Invitation sent to %{Email}' },
  actions: {
    resend: {
      bulk: true,
      icon: 'letter',
      label: { ru: 'Отправить ссылку', en: 'Send a link' },
      consequences: {
        ru: 'На почту придёт одноразовая ссылка для входа. Прежние ссылки перестанут работать.',
        en: 'A one-time link to sign in goes out by e-mail. Earlier links stop working.',
      },
      doneText: { ru: 'Ссылка отправлена на %{Email}', en: 'Link sent to %{Email}' },
      roles: managers,
      when: { State: ['invited', 'active'] },
    },
    block: {
      bulk: true,
      undoMinutes: 10,
      icon: 'block',
      label: { ru: 'Заблокировать', en: 'Block' },
      consequences: {
        ru: 'Сеансы завершатся сразу, войти больше не получится. Взятые в работу аварии освободятся.',
        en: 'Sessions end at once, and they can no longer sign in. Claimed cases are released.',
      },
      roles: managers,
      when: { State: ['invited', 'active'] },
      dialog: leaveDialog,
      dangerous: true,
    },
    unblock: {
      icon: 'open',
      label: { ru: 'Разблокировать', en: 'Unblock' },
      consequences: {
        ru: 'Человек снова сможет войти.',
        en: 'They can sign in again.',
      },
      roles: managers,
      when: { State: ['blocked'] },
    },
    remove: {
      icon: 'remove',
      label: { ru: 'Удалить', en: 'Remove' },
      consequences: {
        ru: 'Учётная запись исчезнет вместе с сеансами и фото. Заметки и история сохранят имя.',
        en: 'The account is deleted with its sessions and photo. Notes and history keep the name.',
      },
      roles: managers,
      dialog: leaveDialog,
      removes: true,
      dangerous: true,
    },
  },
  globalSearch: { order: 4, icon: 'users' },
  access: { read: managers, create: managers, update: managers },
});

declare module '../contract/describedTypes.ts' {
  interface DescribedTypes {
    operators: TypesOf<typeof operators>;
  }
}
