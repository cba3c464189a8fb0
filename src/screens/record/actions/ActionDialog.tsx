import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { Form, type Identifier, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../../api/client.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { type Action, type Resource, writtenFields } from '../../../resources/define.ts';
import { resolverOf } from '../../form/resolver.ts';
import { Inputs } from '../Inputs.tsx';
import { emptyValues, recordSchema } from '../schema.ts';

interface Props {
  readonly resource: Resource;
  readonly action: Action;
  /** What it is done to: the record's title, or how many of them. */
  readonly of: string;
  /** The one record it is done to; absent: several. */
  readonly id?: Identifier;
  readonly onClose: () => void;
  /** Does it; what it throws is told in the dialog, which stays open then. */
  readonly onAct: (asked: object | undefined) => Promise<void>;
}

const none = { fields: {}, form: [] };

/** Says what an action means, asks what its description asks, and does it. */
export const ActionDialog = ({ resource, action, of, id, onClose, onAct }: Props) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const described = useMemo(() => ({ name: resource.name, ...(action.asks ?? none) }), [resource, action]);
  const names = useMemo(() => writtenFields(described, 'create'), [described]);
  const resolver = useMemo(
    () => resolverOf(recordSchema(described, names, translate), () => undefined),
    [described, names, translate],
  );
  // In place of the record around the dialog, whose values are nothing that is asked.
  const blank = useMemo(() => ({ id, ...emptyValues(described, names) }), [id, described, names]);
  const label = action.label[locale];
  const submit = async ({ id: _id, ...typed }: FieldValues) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onAct(action.asks && typed);
      onClose();
    } catch (error) {
      const faults = (error instanceof ApiError && error.answer?.Errors) || [];
      setFailure(
        [
          error instanceof ApiError ? error.message : translate('lists.failed.unknown'),
          ...faults.map(f => f.Message),
        ].join('. '),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={label}>
      <Form resolver={resolver} record={blank} onSubmit={submit} noValidate>
        <DialogTitle sx={{ overflowWrap: 'anywhere' }}>
          {label}: {of}
        </DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{action.about[locale]}</DialogContentText>
          {failure && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {failure}
            </Alert>
          )}
          {/* Room for the labels, which stand on the edge of the inputs. */}
          <Box sx={{ pt: 1 }}>
            <Inputs resource={described} names={names} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" color={action.grave ? 'error' : 'primary'} disabled={busy}>
            {label}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
