import type { string } from 'yup';
import { serverNow } from '../../api/clock.ts';
import { clockToleranceMs } from '../../contract/limits.ts';
import type { I18n } from '../../fields/useI18n.ts';
import { accidentReport } from '../../resources/forms/pageForms.ts';
import { recordSchema } from '../../screens/record/schema.ts';

const fieldNames = Object.keys(accidentReport.fields);

export const reportSchema = (i18n: I18n) => {
  const schema = recordSchema(accidentReport, fieldNames, i18n);
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
