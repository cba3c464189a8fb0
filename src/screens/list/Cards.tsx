import { styled } from '@mui/material/styles';
import type { RaRecord } from 'ra-core';
import { RecordCard } from './RecordCard.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { useListView } from './view.tsx';

export const CardGrid = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.spacing(1.5),
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${theme.spacing(38)}), 1fr))`,
}));

export const Cards = ({ rows }: { rows: readonly RaRecord[] }) => {
  const { resource, split } = useListView();
  const selectable = useSelectable();
  return (
    <CardGrid>
      {rows.map(row => (
        <RecordCard key={row.id} row={row} resource={resource} split={split} selectable={selectable} />
      ))}
    </CardGrid>
  );
};
