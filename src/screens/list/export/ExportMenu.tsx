import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { type ExportFormat, exportFormats } from '../../../contract/states.ts';
import { formatNumber } from '../../../fields/format.ts';
import { ControlButton } from '../ControlButton.tsx';
import { useListView } from '../view.tsx';
import { useExport } from './ExportProvider.tsx';

export const ExportMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { i18n } = useListView();
  const { total, selectedIds } = useListContext();
  const { state, start } = useExport();
  const busy = state.at === 'reading' || state.at === 'writing';
  const { translate, locale } = i18n;
  const choose = (format: ExportFormat, ids?: readonly unknown[]) => {
    setAnchor(undefined);
    void start(format, ids);
  };
  const items = (ids?: readonly unknown[]) =>
    exportFormats.map(format => (
      <MenuItem key={`${ids ? 'chosen' : 'all'} ${format}`} onClick={() => choose(format, ids)}>
        {translate(`lists.export.${format}`)}
      </MenuItem>
    ));
  const heading = (what: 'chosen' | 'all', n: number) => (
    <ListSubheader key={what}>{translate(`lists.export.${what}`, { n: formatNumber(n, 0, locale) })}</ListSubheader>
  );
  return (
    <>
      <ControlButton
        icon={<FileDownloadOutlined fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        disabled={!total || busy}
        data-key="export"
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('lists.export.title')}
      </ControlButton>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {selectedIds.length > 0
          ? [heading('chosen', selectedIds.length), ...items(selectedIds), heading('all', total ?? 0), ...items()]
          : items()}
      </Menu>
    </>
  );
};
