import type { Words } from '../../fields/kind.ts';
import { headerLabel } from '../../fields/labels.ts';
import type { Described } from '../../resources/define.ts';
import { fieldBehind } from '../../resources/wire.ts';

const parts = ['latitude', 'longitude'] as const;

/** What a name on the wire is called to a person: its field's label, or which part of a position it is. */
export const wireLabel = (resource: Described, wireName: string, words: Words): string => {
  const [name, field] = fieldBehind(resource, wireName) ?? [];
  const part = field?.parts && parts[field.parts.indexOf(wireName)];
  if (part) return words.translate(`lists.form.${part}`);
  return name === undefined ? wireName : headerLabel(resource, name, words);
};
