import { isStorable } from '../../src/schema/kinds/storable.ts';
import { invalid } from '../errors.ts';

const mostNamed = 20;

/** Names of the members with a character that no column can hold: `Client.LastName`. */
const unstorableMembers = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return isStorable(value) ? [] : [name];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => unstorableMembers(each, name === '' ? key : `${name}.${key}`));
};

/** Error for values that the database cannot store. It names their fields if they can be found. */
export const unstorableFault = ({ body, query }: { readonly body?: unknown; readonly query?: unknown }) =>
  invalid(
    ...[query, body]
      .flatMap(part => unstorableMembers(part))
      .slice(0, mostNamed)
      .map(field => ({ field, message: 'characters' as const })),
  );
