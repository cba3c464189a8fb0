import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { I18n } from '../../../fields/kind.ts';
import { useListView } from '../view.tsx';
import type { BulkState } from './useBulk.ts';

const Message = ({ state, i18n }: { state: Exclude<BulkState, { at: 'idle' }>; i18n: I18n }) => {
  const { translate } = i18n;
  if (state.at === 'failed') return state.reason;
  if (state.at === 'working')
    return (
      <>
        {translate('lists.bulk.working', { done: state.done, total: state.total })}
        <LinearProgress variant="determinate" value={(100 * state.done) / Math.max(1, state.total)} />
      </>
    );
  const { done, refused } = state.outcome;
  return (
    <>
      {translate(`lists.bulk.${state.verb}.done`, { n: done.length })}
      {refused.length > 0 && (
        <>
          <Box sx={{ mt: 0.5 }}>{translate(`lists.bulk.${state.verb}.refused`, { n: refused.length })}</Box>
          <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: '24vh', overflow: 'auto', overflowWrap: 'anywhere' }}>
            {refused.map(({ id, title, reason }) => (
              <li key={id}>
                {title}: {reason}
              </li>
            ))}
          </Box>
        </>
      )}
    </>
  );
};

const severityOf = (state: BulkState) => {
  if (state.at === 'failed') return 'error';
  if (state.at !== 'over') return 'info';
  return state.outcome.refused.length > 0 ? 'warning' : 'success';
};

/** Progress and results of a bulk action; stays until dismissed. */
export const BulkStatus = ({ state, onDismiss }: { state: BulkState; onDismiss: () => void }) => {
  const { i18n } = useListView();
  if (state.at === 'idle') return null;
  return (
    <Alert
      severity={severityOf(state)}
      variant="outlined"
      sx={{ bgcolor: 'background.paper', '& .MuiAlert-message': { flex: 1 } }}
      action={
        <>
          {state.at === 'over' && state.undo && (
            <Button size="small" color="inherit" onClick={state.undo}>
              {i18n.translate('lists.bulk.undo')}
            </Button>
          )}
          <Button size="small" color="inherit" onClick={onDismiss}>
            {i18n.translate(state.at === 'working' ? 'lists.export.cancel' : 'lists.export.close')}
          </Button>
        </>
      }
    >
      <Message state={state} i18n={i18n} />
    </Alert>
  );
};
