import type { Card, Resource } from '../../resources/define.ts';
import type { Fields } from '../../resources/forms.ts';

/** The card in the description, or a default from title and columns. */
export const cardOf = ({ title, list }: Resource): Card<Fields> =>
  list.card ?? { title, lines: list.columns.filter(name => name !== title) };
