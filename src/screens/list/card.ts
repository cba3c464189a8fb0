import type { Card, Fields, Resource } from '../../resources/define.ts';

/** The card in the description, or a default from title and columns. */
export const cardOf = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };
