import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { useI18n } from '../../fields/useI18n.ts';
import type { ExportedTable } from './columns.ts';

const TableExportMenu = lazyComponent('TableExportMenu', () => import('./TableExportMenu.tsx'), 'exports');

interface Props<Row> {
  readonly table: ExportedTable<Row>;
  /** True if the button shows only its icon, as beside the title of a chart. */
  readonly isCompact?: boolean;
}

export const TableExport = <Row,>({ table, isCompact = false }: Props<Row>) => {
  const { translate } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = translate('lists.export.title');
  return (
    <>
      <Button
        size="small"
        startIcon={!isCompact && <FileDownloadOutlined />}
        title={isCompact ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={`${label}: ${table.title}`}
        disabled={busy}
        sx={isCompact ? { minWidth: 0, p: 0.5 } : undefined}
        onClick={event => {
          setWasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {isCompact ? <FileDownloadOutlined fontSize="small" /> : label}
      </Button>
      {wasOpened && (
        <LazyBoundary waiting={null}>
          <TableExportMenu
            anchor={anchor}
            table={table as ExportedTable<unknown>}
            onClose={() => setAnchor(undefined)}
            onBusy={setBusy}
          />
        </LazyBoundary>
      )}
    </>
  );
};
