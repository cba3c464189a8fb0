import { type Card, listColumns, type Resource } from '../../schema/define.ts';
import type { Fields } from '../../schema/forms.ts';

/** Returns the card of the description, or a default made of title and columns. */
const describedCard = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };

/**
 * Returns the card with the chosen columns as lines, in their order. Without a choice it returns the described card.
 */
export const cardOf = (resource: Resource, columns: readonly string[], split?: string): Card<Fields> => {
  const card = describedCard(resource);
  if (columns.join() === listColumns(resource, split).join()) return card;
  const above = [card.title, card.subtitle, card.badge, card.figure];
  return { ...card, lines: columns.filter(name => !above.includes(name)) };
};
