import { cardOf } from './card.ts';
import { useListView } from './view.tsx';
import './cards.css';

const count = 12;

export const CardsSkeleton = () => {
  const { resource, split, i18n, columns } = useListView();
  const { lines } = cardOf(resource, columns, split);
  return (
    <ul className="cards" role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of a skeleton are identical
        <li key={index} aria-hidden className="card">
          <i className="bone" />
          <i className="bone" />
          {lines.map(name => (
            <i key={name} className="bone" />
          ))}
        </li>
      ))}
    </ul>
  );
};
