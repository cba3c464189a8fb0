import { formatNumber } from '../../fields/format.ts';
import type { Words } from '../../fields/kind.ts';
import type { Resource } from '../../resources/define.ts';

/** `авария`, `аварии`, `аварий`: the resource's name in the form the number asks for. */
export const nounFor = ({ name }: Resource, count: number, { translate }: Words): string =>
  translate(`resources.${name}.name`, { smart_count: count, _: name });

export const countText = (resource: Resource, count: number, words: Words): string =>
  `${formatNumber(count, 0, words.locale)} ${nounFor(resource, count, words)}`;
