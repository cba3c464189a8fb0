import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { RaRecord } from 'ra-core';
import { memo } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { isEmpty } from '../../kinds/value.ts';
import { hasRecordPage } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';
import { CardLines } from './CardLines.tsx';
import { cardOf } from './card.ts';
import { RowLink } from './RowLink.tsx';
import { SelectRow } from './selection/lazy.ts';

const CardValue = ({ name, row, resource }: { name: string | undefined; row: RaRecord; resource: Resource }) => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (!name || !field || isEmpty(row, name, field)) return null;
  const { Display } = kinds[field.kind];
  return <Display name={name} field={field} row={row} resource={resource} />;
};

interface Props {
  row: RaRecord;
  resource: Resource;
  split?: string;
  selectable: boolean;
}

export const RecordCard = memo(({ row, resource, split, selectable }: Props) => {
  const card = cardOf(resource);
  const cardValue = (name: string | undefined) => <CardValue name={name} row={row} resource={resource} />;
  return (
    <Paper
      component="li"
      data-gone={row.gone}
      data-row={hasRecordPage(resource) ? undefined : true}
      tabIndex={hasRecordPage(resource) ? undefined : -1}
      sx={{
        position: 'relative',
        p: 1.5,
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        minWidth: 0,
        '&:hover, &:focus-within': { borderColor: 'text.secondary' },
        '&[data-gone]': { opacity: 0.5 },
      }}
    >
      <RowLink resource={resource} split={split} row={row} />
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ typography: 'h3', minWidth: 0, overflowWrap: 'anywhere' }}>{cardValue(card.title)}</Box>
        <Box sx={{ flex: 'none' }}>{cardValue(card.badge)}</Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ minWidth: 0 }}>{cardValue(card.subtitle)}</Box>
        <Box sx={{ typography: 'h2', flex: 'none' }}>{cardValue(card.figure)}</Box>
      </Box>
      <CardLines names={card.lines} row={row} resource={resource} />
      {selectable && (
        <LazyBoundary failed={null}>
          <SelectRow row={row} />
        </LazyBoundary>
      )}
    </Paper>
  );
});
RecordCard.displayName = 'RecordCard';
