import type { FormDescription } from '../schema/define.ts';
import { fullLabels } from '../schema/texts.ts';
import type { I18n } from './useI18n.ts';

/**
 * Returns the label of a name in the API: the full label of its field, or the label of one coordinate of a position.
 */
export const wireLabel = (resource: FormDescription, wireName: string, { translate, locale }: I18n): string =>
  translate(`resources.${resource.name}.full.${wireName}`, {
    _: fullLabels(resource, locale)[wireName] ?? translate(`audit.field.${wireName}`, { _: wireName }),
  });
