import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGetMany } from 'react-admin';
import { api } from '../../api/client.ts';
import type { BulkOrder } from '../../contract/shapes/bulk.ts';
import { checkBulkAction } from '../../dataProvider/actions.ts';
import { showFailure } from '../../feedback/failures.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { formatNumber } from '../../fields/format.ts';
import { actionLabel, useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import { type Action, actionByName, type Resource } from '../../schema/define.ts';
import { headerLabel } from '../../schema/texts.ts';
import { fieldByWireName } from '../../schema/wire.ts';
import { countText } from '../list/count.ts';
import { rowTitle } from '../list/rowPath.ts';
import { ActionForm } from '../record/actions/ActionForm.tsx';
import { Progress, Reasons } from './Progress.tsx';
import { isUnderWay, useBulkChange } from './useBulkChange.ts';

interface FirstChangesProps {
  readonly resource: Resource;
  readonly changeId: number;
  readonly action: Action;
  readonly dialogValues: Readonly<Record<string, unknown>>;
}

/**
 * Returns the values that fields of the record get, by their names in the API: the new state, fixed values, and values
 * of the dialog that are fields of the record, too.
 */
const valuesAfter = ({
  resource,
  action,
  dialogValues,
}: Omit<FirstChangesProps, 'changeId'>): Readonly<Record<string, unknown>> => {
  const { toState, valuesToWrite } = action;
  const stateField = resource.states?.field;
  return {
    ...Object.fromEntries(
      Object.entries(dialogValues).filter(
        ([name, value]) => value !== undefined && fieldByWireName(resource, name) !== undefined,
      ),
    ),
    ...(typeof valuesToWrite === 'object' && valuesToWrite),
    ...(toState !== undefined && stateField !== undefined && { [stateField]: toState }),
  };
};

const FirstChanges = ({ resource, changeId, action, dialogValues }: FirstChangesProps) => {
  const i18n = useI18n();
  const after = Object.entries(valuesAfter({ resource, action, dialogValues }));
  const { data } = useQuery({
    queryKey: [bulkChanges.name, 'possible', changeId],
    queryFn: ({ signal }) => api('GET /api/v3/bulk/{id}/possible')({ params: { id: changeId }, signal }),
    enabled: after.length > 0,
  });
  const ids = data?.Ids ?? [];
  const { data: rows = [] } = useGetMany(resource.name, { ids }, { enabled: ids.length > 0 });
  const knownRows = rows.filter(row => row !== undefined);
  if (knownRows.length === 0) return null;
  const title = i18n.translate('bulk.first');
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="subtitle2">{title}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '24vh', overflow: 'auto', overflowWrap: 'anywhere' }}>
        {knownRows.map(row => (
          <Typography key={row.id} component="li" variant="body2">
            {rowTitle(resource, row)}
            {after.map(([name, value]) => (
              <Box key={name} component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {headerLabel(resource, fieldByWireName(resource, name)?.[0] ?? name, i18n)}:{' '}
                <ValueText resource={resource} name={name} value={row[name]} /> →{' '}
                <ValueText resource={resource} name={name} value={value} />
              </Box>
            ))}
          </Typography>
        ))}
      </Box>
    </Box>
  );
};

interface Props {
  readonly resource: Resource;
  readonly actionName: string;
  readonly order: BulkOrder;
  readonly recordCount: number;
  readonly onClose: () => void;
  readonly onStarted: (id: number) => void;
}

interface BulkPreviewProps extends Pick<Props, 'resource' | 'onClose' | 'onStarted'> {
  readonly changeId: number;
  readonly dialogValues: Readonly<Record<string, unknown>>;
  readonly action: Action;
  readonly label: string;
}

/**
 * Preview of a bulk change before it runs: how many records it can change. Leaving the dialog cancels the server's
 * check of the records.
 */
const BulkPreview = ({ resource, changeId, action, dialogValues, label, onClose, onStarted }: BulkPreviewProps) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const { change, error, run, cancel } = useBulkChange(changeId);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const runButton = useRef<HTMLButtonElement>(null);
  const isReady = change?.State === 'ready';
  useEffect(() => {
    if (isReady) runButton.current?.focus();
  }, [isReady]);
  const formatCount = (number: number) => formatNumber(number, 0, locale);
  const startChange = () => {
    setBusy(true);
    run()
      .then(() => onStarted(changeId))
      .catch(reason => setFailure(reasonOf(reason, translate)))
      .finally(() => setBusy(false));
  };
  const cancelAndClose = () => {
    // A failed cancellation is shown as a toast, because the dialog is closed by then.
    if (change && isUnderWay(change)) cancel().catch(reason => showFailure(reason, reasonOf(reason, translate)));
    onClose();
  };
  const errorText = failure || (error && reasonOf(error, translate)) || (change?.State === 'failed' && change.Error);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {errorText && <Alert severity="error">{errorText}</Alert>}
      {change && change.State !== 'failed' && !isReady && <Progress change={change} i18n={i18n} />}
      {isReady && (
        <div role="status">
          <Typography variant="h2" component="p">
            {translate('bulk.possible', { n: formatCount(change.Possible), total: formatCount(change.Matching) })}
          </Typography>
          {change.Refused > 0 && (
            <Typography>{translate('bulk.impossible', { n: formatCount(change.Refused) })}</Typography>
          )}
          <Typography variant="body2" color="textSecondary">
            {translate(action.undoMinutes === undefined ? 'bulk.noUndo' : 'bulk.canUndo', { n: action.undoMinutes })}
          </Typography>
        </div>
      )}
      {isReady && change.Possible > 0 && <FirstChanges {...{ resource, changeId, action, dialogValues }} />}
      {isReady && <Reasons change={change} />}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
        <Button onClick={cancelAndClose}>{translate('frame.cancel')}</Button>
        {isReady && change.Possible > 0 && (
          <Button
            ref={runButton}
            variant="contained"
            color={action.dangerous ? 'error' : 'primary'}
            disabled={busy}
            onClick={startChange}
          >
            {label}: {formatCount(change.Possible)}
          </Button>
        )}
      </Box>
    </Box>
  );
};

export const BulkDialog = ({ resource, actionName, order, recordCount, onClose, onStarted }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const action = actionByName(resource, actionName);
  const [checked, setChecked] = useState<Pick<BulkPreviewProps, 'changeId' | 'dialogValues'>>();
  const label = actionLabel(resource, actionName, action, i18n);
  const heading = `${label}: ${countText(resource, recordCount, i18n)}`;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={heading}>
      <DialogTitle>{heading}</DialogTitle>
      <DialogContent>
        {checked === undefined ? (
          <ActionForm
            {...{ resource, actionName, action, onClose }}
            submitLabel={translate('bulk.check')}
            onSubmit={async dialogValues => {
              const { Id } = await checkBulkAction(resource, actionName, order, dialogValues);
              setChecked({ changeId: Id, dialogValues });
            }}
          />
        ) : (
          <BulkPreview {...checked} {...{ resource, action, label, onClose, onStarted }} />
        )}
      </DialogContent>
    </Dialog>
  );
};
