import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { exportFormats } from '../../../exporters/index.ts';
import { useListView } from '../view.tsx';
import { useExport } from './ExportProvider.tsx';

export const ExportMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { i18n } = useListView();
  const { total } = useListContext();
  const { state, start } = useExport();
  const busy = state.at === 'reading' || state.at === 'writing';
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ borderColor: 'divider', bgcolor: 'background.paper', fontWeight: 'fontWeightRegular' }}
        startIcon={<FileDownloadOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        disabled={!total || busy}
        data-key="export"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {i18n.translate('lists.export.title')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {exportFormats.map(format => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(undefined);
              void start(format);
            }}
          >
            {i18n.translate(`lists.export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
