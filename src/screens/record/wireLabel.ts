import type { I18n } from '../../fields/kind.ts';
import type { Described } from '../../resources/define.ts';
import { fullLabels } from '../../resources/texts.ts';

/** Label of a wire name: its field's full label, or the part of a position. */
export const wireLabel = (described: Described, wireName: string, { translate, locale }: I18n): string =>
  translate(`resources.${described.name}.full.${wireName}`, { _: fullLabels(described, locale)[wireName] ?? wireName });
