import Tune from '@mui/icons-material/Tune';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { ColumnChooser } from './ColumnChooser.tsx';
import { countText } from './count.ts';
import { DensitySelect } from './DensitySelect.tsx';
import { DisplaySelect } from './DisplaySelect.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';

/** All controls except the search, on narrow screens. */
export const ControlsDrawer = () => {
  const [open, setOpen] = useState(false);
  const { resource, i18n } = useListView();
  const { total } = useListContext();
  const label = i18n.translate('lists.controls');
  return (
    <>
      <IconButton aria-label={label} aria-expanded={open} onClick={() => setOpen(true)}>
        <Tune />
      </IconButton>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { maxHeight: '85dvh' } } }}
      >
        <Stack spacing={2} sx={{ p: 2, overflow: 'auto' }}>
          <ViewsButton />
          <SortSelect />
          <DirectionSelect />
          <DisplaySelect />
          <DensitySelect />
          <ColumnChooser />
          <FilterPanel />
          <ExportMenu />
        </Stack>
        <Button variant="contained" onClick={() => setOpen(false)} sx={{ m: 2 }}>
          {total === undefined
            ? i18n.translate('lists.close')
            : i18n.translate('lists.apply', { count: countText(resource, total, i18n) })}
        </Button>
      </Drawer>
    </>
  );
};
