import type { Field } from './fields.ts';
import type { Comparison, Period } from './filters.ts';
import { catalogueText, type DisplayContext, type TitleOf, yesNoText } from './kinds/cell.ts';
import { formatDay, formatMoment } from './kinds/format.ts';
import { comparisonTexts, emptyTexts, periodTexts } from './listWords.ts';

const valueText = (field: Field, value: string, displayContext: DisplayContext, titleOf: TitleOf): string => {
  const { locale, zone } = displayContext;
  switch (field.kind) {
    case 'date':
      return formatDay(value.slice(0, 10), locale);
    case 'dateTime':
      return formatMoment(new Date(value), locale, zone);
    case 'boolean':
      return yesNoText(value === 'true', displayContext);
    default:
      return titleOf(field, value) ?? field.choiceLabels?.[value]?.[locale] ?? value;
  }
};

/**
 * Returns the condition of a filter in words, without the field's name: `begins with Мос`, `none of Kia, Lada`, `last 7
 * days`.
 */
export const filterParameterText = (
  field: Field,
  comparison: Comparison,
  value: string | number | boolean,
  displayContext: DisplayContext,
  titleOf: TitleOf,
): string => {
  if (comparison === 'empty') {
    const presence = String(value) === 'true' ? 'empty' : 'notEmpty';
    return catalogueText(displayContext, `lists.filters.presence.${presence}`, emptyTexts[presence]);
  }
  // The page's address may contain any value, so an unknown period is shown as written there.
  if (comparison === 'within' && !Object.hasOwn(periodTexts, String(value))) return String(value);
  if (comparison === 'within')
    return catalogueText(displayContext, `lists.filters.periods.${value}`, periodTexts[value as Period]);
  const values = comparison === 'oneOf' || comparison === 'noneOf' ? String(value).split(',') : [String(value)];
  const text = values.map(each => valueText(field, each, displayContext, titleOf)).join(', ');
  const comparisonWord = comparisonTexts[comparison];
  return comparisonWord
    ? `${catalogueText(displayContext, `lists.filters.comparisons.${comparison}`, comparisonWord)} ${text}`
    : text;
};
