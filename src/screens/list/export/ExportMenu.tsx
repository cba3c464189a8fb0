import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { ControlButton } from '../ControlButton.tsx';
import { useListView } from '../view.tsx';
import { useExport } from './ExportProvider.tsx';

const ExportChoices = lazyComponent('ExportChoices', () => import('./ExportChoices.tsx'), 'exports');

export const ExportMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const { i18n } = useListView();
  const { total, selectedIds } = useListContext();
  const { state, start } = useExport();
  const isBusy = state.phase === 'reading' || state.phase === 'writing';
  const close = () => setAnchor(undefined);
  return (
    <>
      <ControlButton
        icon={<FileDownloadOutlined fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        disabled={!(total || selectedIds[0]) || isBusy}
        data-key="export"
        onClick={event => {
          setWasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {i18n.translate('lists.export.title')}
      </ControlButton>
      {wasOpened && (
        <LazyBoundary waiting={null}>
          <ExportChoices
            anchor={anchor}
            onClose={close}
            onChoose={(format, exportedRows) => {
              close();
              void start(format, exportedRows);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
};
