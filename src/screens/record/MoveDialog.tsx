import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useNotify, useTranslate } from 'ra-core';
import { useMemo, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { ApiError, send } from '../../api/client.ts';
import type { CallName } from '../../contract/index.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { Described, Resource } from '../../resources/define.ts';
import type { Move } from '../../resources/life.ts';
import { moveCall } from '../../resources/paths.ts';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { rowTitle } from '../list/rowPath.ts';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly name: string;
  readonly move: Move;
  readonly onClose: () => void;
}

/** What it does to what hangs on the record, said before it is done. */
const Effects = ({ resource, move }: Pick<Props, 'resource' | 'move'>) => {
  const { translate, locale } = useI18n();
  const on = resource.states?.effectsOn ?? {};
  return (
    <Box component="section" aria-label={translate('lists.record.effects')} sx={{ mb: 0.5 }}>
      {Object.entries(move.effects).map(([name, effect]) => (
        <Typography key={name} variant="body2" color="textSecondary">
          {on[name]?.[locale]}: {effect[locale]}
        </Typography>
      ))}
    </Box>
  );
};

const Buttons = ({ move, onClose }: Pick<Props, 'move' | 'onClose'>) => {
  const { translate, locale } = useI18n();
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      <Button onClick={onClose}>{translate('frame.cancel')}</Button>
      <Button type="submit" variant="contained" color={move.grave ? 'error' : 'primary'} disabled={isSubmitting}>
        {move.label[locale]}
      </Button>
    </Box>
  );
};

/** Names on the wire that were filled in. */
const filled = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

const useMove = ({ resource, record, name, move, onClose }: Props) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { locale } = useI18n();
  return async (values: Readonly<Record<string, unknown>>) => {
    const body = { ...filled(values), Version: record.Version };
    // Generated calls are not among the contract's, which the compiler knows.
    const call = moveCall(resource, name) as CallName;
    try {
      await send(call, { params: { id: Number(record.id) }, body });
    } catch (error) {
      const said = error instanceof ApiError ? error.message : 'lists.failed.offline';
      notify(said, { type: 'error' });
      throw error;
    } finally {
      for (const area of [resource.name, resource.entity, 'audit']) void client.invalidateQueries({ queryKey: [area] });
    }
    notify('lists.record.nowDone', { type: 'success', messageArgs: { move: move.label[locale] } });
    onClose();
    return undefined;
  };
};

const Content = (props: Props) => {
  const { resource, move, onClose } = props;
  const translate = useTranslate();
  const asked = useMemo(
    (): Described => ({ name: `${resource.name}Move`, fields: move.ask, form: move.form }),
    [resource, move],
  );
  const names = Object.keys(move.ask);
  const schema = useMemo(() => recordSchema(asked, Object.keys(move.ask), translate), [asked, move, translate]);
  const first = useRef(emptyValues(asked, names));
  return (
    <GuardedForm schema={schema} values={first.current} onSubmit={useMove(props)} kept>
      <Effects resource={resource} move={move} />
      <Inputs resource={asked} names={names} />
      <Buttons move={move} onClose={onClose} />
    </GuardedForm>
  );
};

/** Asks what a move of the life cycle needs, says what it does, and does it. */
export const MoveDialog = (props: Props) => {
  const { locale } = useI18n();
  const title = `${props.move.label[locale]}: ${rowTitle(props.resource, props.record)}`;
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth="sm" aria-label={title}>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{title}</DialogTitle>
      <DialogContent>
        <Content {...props} />
      </DialogContent>
    </Dialog>
  );
};
