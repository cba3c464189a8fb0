import type { Described } from '../schema/define.ts';
import { fullLabels } from '../schema/texts.ts';
import type { I18n } from './useI18n.ts';

/** Returns the label of a wire name: the full label of its field, or the name of the coordinate of a position. */
export const wireLabel = (described: Described, wireName: string, { translate, locale }: I18n): string =>
  translate(`resources.${described.name}.full.${wireName}`, {
    _: fullLabels(described, locale)[wireName] ?? translate(`frame.audit.field.${wireName}`, { _: wireName }),
  });
