import { formatNumber } from '../../fields/format.ts';
import type { I18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';

/** Returns the plural form of the resource's name: `авария`, `аварии`, `аварий`. */
export const nounFor = ({ name }: Resource, count: number, { translate }: I18n): string =>
  translate(`resources.${name}.name`, { smart_count: count, _: name });

export const countText = (resource: Resource, count: number, i18n: I18n): string =>
  `${formatNumber(count, 0, i18n.locale)} ${nounFor(resource, count, i18n)}`;
