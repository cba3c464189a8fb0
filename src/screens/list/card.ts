import type { Card, Fields, Resource } from '../../resources/define.ts';

/** The card a resource describes, or one made of its title and its columns. */
export const cardOf = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };
