import type { RaRecord } from 'ra-core';
import { useMemo } from 'react';
import { cardOf } from './card.ts';
import { RecordCard } from './RecordCard.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { useListView } from './view.tsx';
import './cards.css';

export const Cards = ({ rows }: { rows: readonly RaRecord[] }) => {
  const { resource, split, columns } = useListView();
  const card = useMemo(() => cardOf(resource, columns), [resource, columns]);
  const selectable = useSelectable();
  return (
    <ul className="cards">
      {rows.map(row => (
        <RecordCard key={row.id} row={row} resource={resource} card={card} split={split} selectable={selectable} />
      ))}
    </ul>
  );
};
