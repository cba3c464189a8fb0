import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { BulkOrder } from '../../contract/shapes/bulk.ts';
import { checkBulkAction } from '../../dataProvider/actions.ts';
import { showFailure } from '../../feedback/failures.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { formatNumber } from '../../fields/format.ts';
import { actionLabel, useI18n } from '../../fields/useI18n.ts';
import { type Action, actionNamed, type Resource } from '../../schema/define.ts';
import { countText } from '../list/count.ts';
import { ActionForm } from '../record/actions/ActionForm.tsx';
import { Progress } from './Progress.tsx';
import { Reasons } from './Reasons.tsx';
import { isUnderWay, useBulkChange } from './useBulkChange.ts';

interface Props {
  readonly resource: Resource;
  readonly name: string;
  readonly order: BulkOrder;
  /** Number of records that the user chose for the action. */
  readonly count: number;
  readonly onClose: () => void;
  /** Called when the change has started. */
  readonly onRun: (id: number) => void;
}

interface CheckedProps extends Pick<Props, 'onClose' | 'onRun'> {
  readonly id: number;
  readonly action: Action;
  readonly label: string;
}

/** Preview of the change before it runs. Leaving the dialog cancels the check. */
const Checked = ({ id, action, label, onClose, onRun }: CheckedProps) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const { change, error, run, cancel } = useBulkChange(id);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ready = change?.State === 'ready';
  useEffect(() => {
    if (ready) button.current?.focus();
  }, [ready]);
  const n = (number: number) => formatNumber(number, 0, locale);
  const begin = () => {
    setBusy(true);
    run()
      .then(() => onRun(id))
      .catch(reason => setFailure(reasonOf(reason, translate)))
      .finally(() => setBusy(false));
  };
  const close = () => {
    // A failed cancellation is shown as a toast, because the dialog is closed by then.
    if (change && isUnderWay(change)) cancel().catch(reason => showFailure(reason, reasonOf(reason, translate)));
    onClose();
  };
  const fault = failure || (error && reasonOf(error, translate)) || (change?.State === 'failed' && change.Error);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {fault && <Alert severity="error">{fault}</Alert>}
      {change && change.State !== 'failed' && !ready && <Progress change={change} i18n={i18n} />}
      {ready && (
        <div role="status">
          <Typography variant="h2" component="p">
            {translate('bulk.possible', { n: n(change.Possible), total: n(change.Matching) })}
          </Typography>
          {change.Refused > 0 && <Typography>{translate('bulk.impossible', { n: n(change.Refused) })}</Typography>}
          <Typography variant="body2" color="textSecondary">
            {translate(action.undoMinutes === undefined ? 'bulk.noUndo' : 'bulk.canUndo', { n: action.undoMinutes })}
          </Typography>
        </div>
      )}
      {ready && <Reasons change={change} />}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
        <Button onClick={close}>{translate('frame.cancel')}</Button>
        {ready && change.Possible > 0 && (
          <Button
            ref={button}
            variant="contained"
            color={action.grave ? 'error' : 'primary'}
            disabled={busy}
            onClick={begin}
          >
            {label}: {n(change.Possible)}
          </Button>
        )}
      </Box>
    </Box>
  );
};

/**
 * Dialog of a bulk action. It asks for the action's fields, shows how many records can be changed and why others
 * cannot, and starts the change.
 */
export const BulkDialog = ({ resource, name, order, count, onClose, onRun }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const action = actionNamed(resource, name);
  const [id, setId] = useState<number>();
  const label = actionLabel(resource, name, action, i18n);
  const heading = `${label}: ${countText(resource, count, i18n)}`;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={heading}>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{heading}</DialogTitle>
      <DialogContent>
        {id === undefined ? (
          <ActionForm
            {...{ resource, name, action, onClose }}
            submit={translate('bulk.check')}
            onAct={async asked => setId((await checkBulkAction(resource, name, order, asked)).Id)}
          />
        ) : (
          <Checked {...{ id, action, label, onClose, onRun }} />
        )}
      </DialogContent>
    </Dialog>
  );
};
