import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, ShowBase, useDelete, useNotify, useRedirect, useShowContext, useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { PageActions } from '../../components/PageActions.tsx';
import { holdsOne } from '../../contract/access.ts';
import { listOf, namesOf } from '../../dataProvider/locate.ts';
import { addPendingRemoval, deletePendingRemoval } from '../../dataProvider/pendingRemovals.ts';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { recordAddress } from '../../schema/addresses.ts';
import { mayChange } from '../../schema/choiceRights.ts';
import { type Resource, recordSections } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { rowTitle } from '../list/rowPath.ts';
import { ActionButtons } from './actions/ActionButtons.tsx';
import { History } from './History.tsx';
import { RecordState, withoutErrorRedirect } from './RecordState.tsx';
import { Related } from './Related.tsx';
import { SectionPaper, Sections } from './Sections.tsx';
import { type RecordParts, Tabs } from './Tabs.tsx';

/** Removes the record with undo. The call is sent when the toast closes. */
export const RemoveButton = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const { name } = resource;
  const { id } = record;
  const list = listOf(resource, record);
  // Runs after undo, success or refusal: lists show the server's state.
  const settle = () => {
    deletePendingRemoval(name, id);
    for (const each of namesOf(resource)) void client.invalidateQueries({ queryKey: [each] });
  };
  // useDelete passes `onUndo` on, although its type does not have it.
  const options = { mutationMode: 'undoable', onUndo: settle, onSettled: settle } as const;
  const [remove] = useDelete(list, { id, previousData: record }, options);
  const start = () => {
    addPendingRemoval(name, id);
    const messageArgs = { title: rowTitle(resource, record) };
    const onSuccess = () => {
      notify('lists.record.removed', { type: 'info', messageArgs: messageArgs, undoable: true });
      redirect('list', list);
    };
    void remove(undefined, undefined, { onSuccess });
  };
  return <PageAction icon={<DeleteOutlined />} label={translate('ra.action.delete')} color="error" onClick={start} />;
};

const Actions = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const open = mayChange(resource, record, roles);
  const may = (asked: Resource['access']['read'] | undefined) => open && asked !== undefined && holdsOne(roles, asked);
  return (
    <PageActions>
      <ActionButtons resource={resource} record={record}>
        {may(resource.access.update) && (
          <PageAction
            to={`${recordAddress(resource, record)}edit/`}
            variant="outlined"
            icon={<EditOutlined />}
            label={translate('lists.record.edit')}
          />
        )}
      </ActionButtons>
      {may(resource.access.remove) && <RemoveButton resource={resource} record={record} />}
    </PageActions>
  );
};

interface BodyProps {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly parts: RecordParts;
}

const Body = ({ resource, record, parts }: BodyProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {rowTitle(resource, record)}
        </Typography>
        {resource.states && <State resource={resource} record={record} />}
      </Box>
      <Actions resource={resource} record={record} />
      {resource.record && 'tabs' in resource.record ? (
        <Tabs tabs={resource.record.tabs} {...{ resource, record, parts }} />
      ) : (
        <>
          <Sections resource={resource} sections={recordSections(resource)} />
          {resource.related?.map((related, at) => (
            <SectionPaper key={related.resource} title={translate(`resources.${resource.name}.related.${at}`)}>
              <Related related={related} record={record} title={rowTitle(resource, record)} />
            </SectionPaper>
          ))}
          {resource.parts?.map(name => {
            const Part = parts[name];
            return (
              <LazyBoundary key={name} waiting={<Skeleton variant="rounded" height={120} />}>
                {Part && <Part record={record} />}
              </LazyBoundary>
            );
          })}
          <SectionPaper title={translate('lists.record.history')}>
            <History resource={resource} id={Number(record.id)} />
          </SectionPaper>
        </>
      )}
    </Box>
  );
};

/** State of a record with a life cycle, next to its title. */
const State = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const name = resource.states?.field ?? '';
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  return <Display {...{ row: record, name, field, resource }} />;
};

const WithRecord = ({ resource, parts }: Omit<BodyProps, 'record'>) => (
  <RecordState resource={resource} context={useShowContext()}>
    {record => <Body {...{ resource, record, parts }} />}
  </RecordState>
);

const noParts: RecordParts = {};

/** Fetches the whole record if the row of the list has fewer fields. The row is shown meanwhile. */
const useWhole = ({ name, fields }: Resource, id: number): void => {
  const client = useQueryClient();
  useState(() => {
    const queryKey = [name, 'getOne', { id: String(id) }];
    const lacks = ({ state }: { state: { data?: unknown } }) =>
      Object.entries<Field>(fields).some(
        ([field, { recordOnly }]) => recordOnly && state.data !== undefined && !(field in (state.data as object)),
      );
    void client.invalidateQueries({ queryKey, predicate: lacks, refetchType: 'none' });
  });
};

/** The page of one record of a described resource: fields in sections or tabs, actions, history. */
export const RecordScreen = ({
  resource,
  id,
  parts = noParts,
}: {
  resource: Resource;
  id: number;
  parts?: RecordParts;
}) => {
  useWhole(resource, id);
  return (
    <ShowBase resource={resource.name} id={id} queryOptions={withoutErrorRedirect}>
      <WithRecord resource={resource} parts={parts} />
    </ShowBase>
  );
};
