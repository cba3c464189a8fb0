import { object, string } from 'yup';
import type { VoucherPick } from '../../contract/shapes/voucher.ts';
import { typeText, validationText } from '../../fields/validation.ts';
import { fromWallClock } from '../../settings/zone.ts';

type Translate = Parameters<typeof validationText>[0];

/** What the form holds; the moment as clocks in the viewer's zone show it. */
export interface Values {
  voucher: VoucherPick | null;
  at: string;
  city: string;
  street: string;
  source: string;
}

export const noValues = (source: string): Values => ({ voucher: null, at: '', city: '', street: '', source });

/** Clocks of two machines differ by less than this; the server allows the same. */
const toleranceMs = 5 * 60_000;

const tooLong = (translate: Translate) => ({
  text: (max: number) =>
    string()
      .default('')
      .max(max, validationText(translate, 'max', { max })),
});

export const reportSchema = (translate: Translate, now: () => Date) => {
  const required = validationText(translate, 'required');
  const { text } = tooLong(translate);
  const latest = () => now().getTime() + toleranceMs;
  return object({
    voucher: object().nullable().required(validationText(translate, 'option')),
    at: string()
      .required(required)
      .test('date', typeText(translate, 'date'), text => !Number.isNaN(fromWallClock(text).getTime()))
      .test('past', translate('frame.report.atLater'), text => fromWallClock(text).getTime() <= latest()),
    city: text(120),
    street: text(240),
    source: text(60).required(required),
  });
};
