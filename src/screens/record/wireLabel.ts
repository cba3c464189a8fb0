import type { I18n } from '../../fields/kind.ts';
import type { Described } from '../../resources/define.ts';
import { fullLabels } from '../../resources/texts.ts';

/** What a name on the wire is called to a person: its field's full label, or which part of a position it is. */
export const wireLabel = (described: Described, wireName: string, { translate, locale }: I18n): string =>
  translate(`resources.${described.name}.full.${wireName}`, { _: fullLabels(described, locale)[wireName] ?? wireName });
