import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { formatNumber } from '../../../fields/format.ts';
import type { I18n } from '../../../fields/kind.ts';
import { useListView } from '../view.tsx';
import { type ExportState, rowLimit, useExport } from './ExportProvider.tsx';
import { saveFile } from './saveFile.ts';

const severityOf = { tooMany: 'warning', failed: 'error', ready: 'success', reading: 'info', writing: 'info' } as const;

const messageOf = (state: Exclude<ExportState, { at: 'idle' }>, { translate, locale }: I18n): string => {
  const n = (value: number) => formatNumber(value, 0, locale);
  switch (state.at) {
    case 'tooMany':
      return translate('lists.export.tooMany', { total: n(state.total), limit: n(rowLimit) });
    case 'reading':
      return translate('lists.export.reading', { done: n(state.done), total: n(state.total) });
    case 'writing':
      return translate('lists.export.writing');
    case 'ready':
      return translate('lists.export.ready', { file: state.name });
    case 'failed':
      return translate('lists.export.failed', { reason: state.reason });
  }
};

/** Progress and result of an export; stays until dismissed. */
export const ExportStatus = () => {
  const { i18n } = useListView();
  const { state, dismiss } = useExport();
  const { translate } = i18n;
  if (state.at === 'idle') return null;
  const busy = state.at === 'reading' || state.at === 'writing';
  const share = state.at === 'reading' && state.total ? (100 * state.done) / state.total : undefined;
  return (
    <Alert
      severity={severityOf[state.at]}
      variant="outlined"
      sx={{
        bgcolor: 'background.paper',
        alignItems: 'center',
        '& .MuiAlert-message': { flex: 1 },
        '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
      }}
      action={
        <>
          {state.at === 'ready' && (
            <Button size="small" color="inherit" onClick={() => saveFile(state.name, state.file)}>
              {translate('lists.export.save')}
            </Button>
          )}
          <Button size="small" color="inherit" onClick={dismiss}>
            {translate(busy ? 'lists.export.cancel' : 'lists.export.close')}
          </Button>
        </>
      }
    >
      {messageOf(state, i18n)}
      {busy && <LinearProgress variant={share === undefined ? 'indeterminate' : 'determinate'} value={share} />}
    </Alert>
  );
};
