import type { Words } from '../../fields/kind.ts';
import type { Resource } from '../../resources/define.ts';

/** What a name on the wire is called to a person: its field's full label, or which part of a position it is. */
export const wireLabel = ({ name }: Resource, wireName: string, { translate }: Words): string =>
  translate(`resources.${name}.full.${wireName}`, { _: wireName });
