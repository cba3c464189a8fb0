import Box from '@mui/material/Box';
import { useListContext } from 'ra-core';
import { countText } from './count.ts';
import { FilterChips } from './FilterChips.tsx';
import { useListView } from './view.tsx';

/** How many there are, and by what they were narrowed. Keeps its height while the number is not known. */
export const CountLine = () => {
  const { total } = useListContext();
  const { resource, words } = useListView();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: theme => theme.spacing(3) }}>
      <Box component="span" role="status" sx={{ typography: 'subtitle2', mr: 1 }}>
        {total === undefined ? '\u00a0' : words.translate('lists.found', { count: countText(resource, total, words) })}
      </Box>
      <FilterChips />
    </Box>
  );
};
