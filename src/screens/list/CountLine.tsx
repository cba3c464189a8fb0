import Box from '@mui/material/Box';
import { useListContext } from 'ra-core';
import { ColumnChooser } from './ColumnChooser.tsx';
import { countText } from './count.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { FilterChips } from './FilterChips.tsx';
import { NewsLine } from './news/NewsLine.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { useListView } from './view.tsx';

/** How many there are, by what they were narrowed, and what can be done with all of them. */
export const CountLine = () => {
  const { total } = useListContext();
  const { resource, words, narrow } = useListView();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box component="span" role="status" sx={{ typography: 'subtitle2', mr: 1 }}>
          {total === undefined
            ? '\u00a0'
            : words.translate('lists.found', { count: countText(resource, total, words) })}
        </Box>
        <FilterChips />
        {resource.list.live && <NewsLine />}
      </Box>
      {!narrow && (
        <>
          <ColumnChooser />
          <ExportMenu />
        </>
      )}
      <RefreshButton />
    </Box>
  );
};
