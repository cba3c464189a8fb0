import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { cardOf } from './card.ts';
import { RecordCard } from './RecordCard.tsx';
import { useSelecting } from './selection/SelectBox.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { useListView } from './view.tsx';
import { useWaiting } from './waiting.ts';
import './cards.css';

export const Cards = ({ rows }: { rows: readonly RaRecord[] }) => {
  const { resource, split, columns } = useListView();
  const card = useMemo(() => cardOf(resource, columns, split), [resource, columns, split]);
  const selectable = useSelectable();
  const selecting = useSelecting();
  const waitOf = useWaiting(resource, split);
  return (
    <ul className="cards">
      {rows.map(row => (
        <RecordCard
          key={row.id}
          row={row}
          resource={resource}
          card={card}
          split={split}
          {...(selectable && selecting(row.id))}
          wait={waitOf(row)}
        />
      ))}
    </ul>
  );
};
