import type { Field } from './fields.ts';
import type { Comparison, Period } from './filters.ts';
import { type Reader, type TitleOf, wordFor, yesNoText } from './kinds/cell.ts';
import { formatDay, formatMoment } from './kinds/format.ts';
import { comparisonTexts, emptyTexts, periodTexts } from './listWords.ts';

const valueText = (field: Field, value: string, reader: Reader, titleOf: TitleOf): string => {
  const { locale, zone } = reader;
  switch (field.kind) {
    case 'date':
      return formatDay(value.slice(0, 10), locale);
    case 'dateTime':
      return formatMoment(new Date(value), locale, zone);
    case 'boolean':
      return yesNoText(value === 'true', reader);
    default:
      return titleOf(field, value) ?? field.choiceLabels?.[value]?.[locale] ?? value;
  }
};

/** Returns a filter in words, without the field's name: `begins with Мос`, `none of Kia, Lada`, `last 7 days`. */
export const parameterText = (
  field: Field,
  comparison: Comparison,
  value: string | number | boolean,
  reader: Reader,
  titleOf: TitleOf,
): string => {
  if (comparison === 'empty') {
    const presence = String(value) === 'true' ? 'empty' : 'notEmpty';
    return wordFor(reader, `lists.filters.presence.${presence}`, emptyTexts[presence]);
  }
  // An address may contain any value, so an unknown period is shown as written.
  if (comparison === 'within' && !Object.hasOwn(periodTexts, String(value))) return String(value);
  if (comparison === 'within') return wordFor(reader, `lists.filters.periods.${value}`, periodTexts[value as Period]);
  const several = comparison === 'oneOf' || comparison === 'noneOf' ? String(value).split(',') : [String(value)];
  const text = several.map(each => valueText(field, each, reader, titleOf)).join(', ');
  const word = comparisonTexts[comparison];
  return word ? `${wordFor(reader, `lists.filters.comparisons.${comparison}`, word)} ${text}` : text;
};
