import { type Card, listColumns, type Resource } from '../../resources/define.ts';
import type { Fields } from '../../resources/forms.ts';

/** The card in the description, or a default from title and columns. */
const describedCard = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };

/** The card with the lines that were chosen as columns, in their order; as described where nothing else was chosen. */
export const cardOf = (resource: Resource, columns: readonly string[], split?: string): Card<Fields> => {
  const card = describedCard(resource);
  if (columns.join() === listColumns(resource, split).join()) return card;
  const above = [card.title, card.subtitle, card.badge, card.figure];
  return { ...card, lines: columns.filter(name => !above.includes(name)) };
};
