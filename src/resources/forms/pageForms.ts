import {
  cityMaxLength,
  nameMaxLength,
  noteMaxLength,
  phoneMaxLength,
  reporterMaxLength,
  streetMaxLength,
} from '../../contract/limits.ts';
import type { FormDescription } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import { companies } from '../companies.ts';
import { newPassword } from './newPassword.ts';

/*
 * Forms of single pages. They stand here and not in their pages, because the build collects the texts of this folder
 * for the catalogue. A text outside the catalogue cannot be translated to a further language. The folder is not part of
 * the descriptions that load before the first list.
 */

/** Fields that users may change themselves. */
export const personalData = {
  name: 'ownData',
  fields: {
    FullName: f.text({
      label: { ru: 'ФИО', en: 'Full name' },
      required: true,
      maxLength: nameMaxLength,
      autoComplete: 'name',
    }),
    Occupation: f.text({
      label: { ru: 'Должность', en: 'Occupation' },
      maxLength: nameMaxLength,
      autoComplete: 'organization-title',
    }),
    Phone: f.phone({
      label: { ru: 'Телефон', en: 'Phone' },
      help: { ru: 'Например, +7 916 123-45-67', en: 'For example +44 20 7946 0018' },
      maxLength: phoneMaxLength,
      autoComplete: 'tel',
    }),
    Locale: f.option({
      label: { ru: 'Язык', en: 'Language' },
      help: { ru: 'Язык интерфейса и писем', en: 'Of the app and of e-mails' },
      required: true,
      choices: ['ru', 'en'],
      choiceLabels: { ru: { ru: 'Русский', en: 'Русский' }, en: { ru: 'English', en: 'English' } },
    }),
  },
  form: ['FullName', 'Occupation', 'Phone', 'Locale'],
} as const satisfies FormDescription;

/** Present and new password. */
export const passwordChange = {
  name: 'passwordChange',
  fields: {
    Current: f.text({
      label: { ru: 'Текущий пароль', en: 'Current password' },
      required: true,
      secret: true,
      autoComplete: 'current-password',
    }),
    New: newPassword,
  },
  form: ['Current', 'New'],
} as const satisfies FormDescription;

/** Maximum length of typed coordinates, or of a link to a map. */
const placeMaxLength = 390;

/** Accident that no device reported. */
export const accidentReport = {
  name: 'accidentReport',
  fields: {
    VoucherId: f.reference({
      label: { ru: 'Ваучер', en: 'Voucher' },
      help: {
        ru: 'Номер ваучера, госномер, имя или телефон клиента',
        en: 'Number of the voucher, plate, name or phone of the client',
      },
      idField: 'VoucherId',
      required: true,
    }),
    CrashDateTime: f.dateTime({
      label: { ru: 'Дата и время аварии', en: 'Date and time of the accident' },
      required: true,
    }),
    Source: f.text({
      label: { ru: 'Кто сообщил', en: 'Who reported it' },
      required: true,
      maxLength: reporterMaxLength,
    }),
    City: f.text({ label: { ru: 'Город', en: 'City' }, maxLength: cityMaxLength }),
    Street: f.text({
      label: { ru: 'Улица, дом, ориентир', en: 'Street, house, landmark' },
      maxLength: streetMaxLength,
    }),
    Place: f.text({
      label: { ru: 'Точка на карте', en: 'Point on the map' },
      help: { ru: 'Координаты (55,7558 37,6173) или город', en: 'Coordinates (55.7558, 37.6173) or a city' },
      maxLength: placeMaxLength,
    }),
    Note: f.text({ label: { ru: 'Что рассказали', en: 'What was said' }, maxLength: noteMaxLength }),
  },
  form: ['VoucherId', ['CrashDateTime', 'Source'], ['City', 'Street'], 'Place', 'Note'],
} as const satisfies FormDescription;

/** A company and its first manager. */
export const newCompany = {
  name: 'newCompany',
  fields: {
    Name: companies.fields.Name,
    TimeZone: { ...companies.fields.TimeZone, initialValue: 'Europe/Moscow' },
    ManagerName: f.text({
      label: { ru: 'ФИО руководителя', en: 'Manager’s full name' },
      required: true,
      maxLength: nameMaxLength,
    }),
    ManagerEmail: f.email({
      label: { ru: 'Почта руководителя', en: 'Manager’s e-mail' },
      help: { ru: 'На неё уйдёт приглашение', en: 'The invitation goes there' },
      required: true,
    }),
  },
  form: [
    ['Name', 'TimeZone'],
    ['ManagerName', 'ManagerEmail'],
  ],
} as const satisfies FormDescription;

export const pageForms = [personalData, passwordChange, accidentReport, newCompany] as const;
