import { units } from '../kinds/units.ts';
import type { Described } from '../resources/define.ts';
import { fullLabels } from '../resources/texts.ts';
import type { Words } from './kind.ts';
import { fieldLabel } from './words.ts';

/** Label with the unit behind it, where the kind has one: `Peak, g`. */
export const headerLabel = (resource: Described, name: string, words: Words): string => {
  const label = fieldLabel(resource, name, words);
  const field = resource.fields[name];
  const unit = field && units[field.kind];
  return unit ? `${label}, ${unit[words.locale]}` : label;
};

/** What a name on the wire is called to a person: its field's full label, or which part of a position it is. */
export const wireLabel = (described: Described, wireName: string, { translate, locale }: Words): string =>
  translate(`resources.${described.name}.full.${wireName}`, { _: fullLabels(described, locale)[wireName] ?? wireName });
