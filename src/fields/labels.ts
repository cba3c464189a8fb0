import type { Described } from '../schema/define.ts';
import { rulesOf } from '../schema/kinds/kinds.ts';
import { fullLabels } from '../schema/texts.ts';
import type { I18n } from './useI18n.ts';
import { fieldLabel } from './useI18n.ts';

/** Returns the label with the kind's unit, if any: `Peak, g`. */
export const headerLabel = (resource: Described, name: string, i18n: I18n): string => {
  const label = fieldLabel(resource, name, i18n);
  const field = resource.fields[name];
  const unit = field && rulesOf(field.kind).unit;
  return unit ? `${label}, ${unit[i18n.locale]}` : label;
};

/** Returns the label of a wire name: the full label of its field, or the name of the coordinate of a position. */
export const wireLabel = (described: Described, wireName: string, { translate, locale }: I18n): string =>
  translate(`resources.${described.name}.full.${wireName}`, {
    _: fullLabels(described, locale)[wireName] ?? translate(`frame.audit.field.${wireName}`, { _: wireName }),
  });
