import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { LinkBase } from 'react-admin';
import { serverNow } from '../../api/clock.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import { formatUndoDeadline, Progress, Reasons } from './Progress.tsx';
import { isUnderWay, useBulkChange } from './useBulkChange.ts';

interface Props {
  readonly id: number;
  /** True: the message also says why some records were left out of the change. */
  readonly showsReasons?: boolean;
  /** Dismisses the message. Without the function the message cannot be dismissed. */
  readonly onDismiss?: () => void;
}

const severities = {
  checking: 'info',
  ready: 'info',
  running: 'info',
  done: 'success',
  undoing: 'info',
  undone: 'success',
  cancelled: 'warning',
  failed: 'error',
} as const;

/** Renders the component again at the given moment. */
const useRenderAt = (moment: string | null | undefined): void => {
  const [, tick] = useState(0);
  useEffect(() => {
    const delayMs = moment ? Date.parse(moment) - serverNow() : -1;
    if (delayMs <= 0) return undefined;
    const timer = setTimeout(() => tick(n => n + 1), delayMs);
    return () => clearTimeout(timer);
  }, [moment]);
};

export const BulkStatus = ({ id, showsReasons, onDismiss }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const { change, error, undo, cancel } = useBulkChange(id);
  const [fault, setFault] = useState('');
  useRenderAt(change?.UndoUntil);
  const runWithFault = (call: Promise<void>) => {
    setFault('');
    call.catch(failure => setFault(reasonOf(failure, translate)));
  };
  if (!change) return error ? <Alert severity="error">{reasonOf(error, translate)}</Alert> : null;
  const undoDeadline = formatUndoDeadline(change);
  const underWay = isUnderWay(change);
  return (
    <Alert
      severity={change.State === 'done' && change.Refused > 0 ? 'warning' : severities[change.State]}
      variant="outlined"
      role="region"
      aria-label={change.What}
      sx={{
        bgcolor: 'background.paper',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        // On a phone the buttons stand below the text of the message.
        '& .MuiAlert-message': { flex: { xs: '1 1 80%', sm: 1 }, minWidth: 0, overflowWrap: 'anywhere' },
        '& .MuiAlert-action': { pt: 0, alignItems: 'center', flexWrap: 'wrap' },
      }}
      action={
        <>
          {undoDeadline && (
            <Button size="small" color="inherit" onClick={() => runWithFault(undo())}>
              {translate('bulk.undo', { until: undoDeadline })}
            </Button>
          )}
          {!showsReasons && (
            <Button size="small" color="inherit" component={LinkBase} to={`${bulkChanges.navigation.path}${id}/`}>
              {translate('bulk.more')}
            </Button>
          )}
          {underWay && (
            <Button size="small" color="inherit" onClick={() => runWithFault(cancel())}>
              {translate('bulk.cancel')}
            </Button>
          )}
          {!underWay && onDismiss && (
            <Button size="small" color="inherit" onClick={onDismiss}>
              {translate('bulk.dismiss')}
            </Button>
          )}
        </>
      }
    >
      <Progress change={change} i18n={i18n} />
      {fault && <div role="alert">{fault}</div>}
      {showsReasons && <Reasons change={change} />}
    </Alert>
  );
};
