import type { Resource } from '../resources/define.ts';
import type { Field } from '../resources/fields.ts';
import type { Words } from './kind.ts';
import { kinds } from './registry.ts';
import { fieldLabel } from './words.ts';

/** Label with the unit behind it, where the kind has one: `Peak, g`. */
export const headerLabel = (resource: Resource, name: string, words: Words): string => {
  const label = fieldLabel(resource, name, words);
  const field = resource.fields[name];
  const unit = field && kinds[field.kind].unit;
  return unit ? `${label}, ${words.translate(`lists.units.${unit}`)}` : label;
};

/** Figures stand under each other at the end of the column; numbers that are names read from the start. */
export const alignOf = (field: Field): 'start' | 'end' => (field.identifier ? 'start' : kinds[field.kind].align);
