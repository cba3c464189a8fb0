import type { AccidentRow } from '../../contract/shapes/accident.ts';
import { formatMoment } from '../../fields/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { twoDigits } from '../../schema/kinds/format.ts';

const localeTags = { ru: 'ru-RU', en: 'en-GB' } as const;

/** Formats date and time with seconds, to compare an impact with other records. */
export const formatExactTime = (moment: string, locale: Locale): string => {
  const date = new Date(moment);
  return `${formatMoment(date, locale)}:${twoDigits(date.getSeconds())}`;
};

export const formatPlace = ({ ZipCode, City, Street }: Pick<AccidentRow, 'ZipCode' | 'City' | 'Street'>): string =>
  [ZipCode, City, Street].filter(Boolean).join(', ');

export const formatFileSize = (bytes: number, locale: Locale): string => {
  const megabytes = bytes / 1024 / 1024;
  const [value, unit] = megabytes >= 1 ? [megabytes, 'megabyte'] : [bytes / 1024, 'kilobyte'];
  return value.toLocaleString(localeTags[locale], { style: 'unit', unit, maximumFractionDigits: 1 });
};
