import type { string } from 'yup';
import { serverNow } from '../../api/clock.ts';
import { cityMaxLength, clockToleranceMs, reporterMaxLength, streetMaxLength } from '../../contract/limits.ts';
import type { I18n } from '../../fields/useI18n.ts';
import type { FormDescription } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import { recordSchema } from '../../screens/record/schema.ts';

/** Form of an accident that no device reported. */
export const reportForm = {
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
  },
  form: ['VoucherId', ['CrashDateTime', 'Source'], ['City', 'Street']],
} as const satisfies FormDescription;

const fieldNames = Object.keys(reportForm.fields);

export const reportSchema = (i18n: I18n) => {
  const schema = recordSchema(reportForm, fieldNames, i18n);
  const momentSchema = schema.fields.CrashDateTime as unknown as ReturnType<typeof string>;
  const pastMomentSchema = momentSchema.test('past', i18n.translate('accident.report.atLater'), value =>
    value ? new Date(value).getTime() <= serverNow() + clockToleranceMs : true,
  );
  return schema.shape({ CrashDateTime: pastMomentSchema });
};

export const makeEmptyReport = (source: string) => ({
  VoucherId: null,
  CrashDateTime: null,
  Source: source,
  City: null,
  Street: null,
});

/** Returns the request body of a new accident without empty values. */
export const toRequestBody = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
