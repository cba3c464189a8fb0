import { nameMaxLength, phoneMaxLength } from '../../../contract/limits.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import type { Described } from '../../../schema/define.ts';
import { f } from '../../../schema/fields.ts';

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
} as const satisfies Described;

export type PersonalData = Pick<AccountInfo, keyof typeof personalData.fields>;

export const valuesOf = ({ FullName, Occupation, Phone, Locale }: AccountInfo): PersonalData => ({
  FullName,
  Occupation,
  Phone,
  Locale,
});
