import Add from '@mui/icons-material/Add';
import Block from '@mui/icons-material/Block';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ForwardToInboxOutlined from '@mui/icons-material/ForwardToInboxOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Replay from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { type RaRecord, ShowBase, useDelete, useNotify, useRedirect, useShowContext, useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction, PageActions } from '../../components/PageActions.tsx';
import { hasAnyRole } from '../../contract/access.ts';
import { listNameOf, listNamesOf } from '../../dataProvider/locate.ts';
import { addPendingRemoval, deletePendingRemoval } from '../../dataProvider/pendingRemovals.ts';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { actionLabel, useI18n } from '../../fields/useI18n.ts';
import { recordPath } from '../../schema/addresses.ts';
import { mayChangeRecord, missingRoles, missingRoleToChange } from '../../schema/choiceRights.ts';
import { type Action, type ActionIcon, isActionAllowed, type Resource, recordSections } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { actionCall } from '../../schema/paths.ts';
import { rowTitle } from '../list/rowPath.ts';
import { History } from './History.tsx';
import { RecordLoader, withoutErrorRedirect } from './RecordLoader.tsx';
import { listsOnPageOf, Related } from './Related.tsx';
import { SectionPaper, Sections } from './Sections.tsx';
import { type RecordParts, Tabs } from './Tabs.tsx';

const ReadOnlyNote = lazyComponent('ReadOnlyNote', () => import('../ReadOnlyNote.tsx'), 'admin');
// The dialog of an action is loaded when the action is opened, because most visits only read.
const ActionDialog = lazyComponent('ActionDialog', () => import('./actions/ActionDialog.tsx'));

/** Icons of actions by name. An icon name of the description language that is missing here does not compile. */
const actionIcons: { readonly [Name in ActionIcon]: typeof Block } = {
  add: Add,
  letter: ForwardToInboxOutlined,
  block: Block,
  open: LockOpenOutlined,
  remove: DeleteOutlined,
  key: KeyOutlined,
  replay: Replay,
};

type NamedAction = readonly [name: string, action: Action];

interface MovesMenuProps {
  readonly resource: Resource;
  readonly state: string;
  readonly moves: readonly NamedAction[];
  readonly onChoose: (name: string) => void;
}

/**
 * Menu with the moves of the life cycle that are possible in the present state of the record. The move that is usual in
 * this state also has a button.
 */
const MovesMenu = ({ resource, state, moves, onChoose }: MovesMenuProps) => {
  const translate = useTranslate();
  const i18n = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (moves.length === 0) return null;
  const usualMove = moves.find(([, { usualIn }]) => usualIn?.includes(state));
  return (
    <>
      {usualMove && (
        <PageAction
          icon={<PlayArrowOutlined />}
          label={actionLabel(resource, ...usualMove, i18n)}
          variant="contained"
          color={usualMove[1].dangerous ? 'error' : 'primary'}
          onClick={() => onChoose(usualMove[0])}
        />
      )}
      <PageAction
        icon={<BoltOutlined />}
        label={translate('lists.record.actions')}
        variant="outlined"
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {moves.map(([name, action]) => (
          <MenuItem
            key={name}
            sx={action.dangerous ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              onChoose(name);
            }}
          >
            {actionLabel(resource, name, action, i18n)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

const ActionButton = ({ action, label, onClick }: { action: Action; label: string; onClick: () => void }) => {
  const Icon = action.icon ? actionIcons[action.icon] : PlayArrowOutlined;
  return <PageAction icon={<Icon />} label={label} color={action.dangerous ? 'error' : 'primary'} onClick={onClick} />;
};

/**
 * Buttons of the actions that the user may run on the record now. Moves of the life cycle are in a menu before the
 * other buttons (`children`). Other actions have buttons of their own after these.
 */
const ActionButtons = ({
  resource,
  record,
  children,
}: {
  resource: Resource;
  record: RaRecord;
  children?: ReactNode;
}) => {
  const i18n = useI18n();
  const roles = useAccount()?.Roles ?? [];
  const [chosenAction, chooseAction] = useState<string>();
  const canChange = mayChangeRecord(resource, record, roles);
  const offeredActions = Object.entries(resource.actions ?? {}).filter(
    ([name, action]) =>
      canChange &&
      actionCall(resource, name) !== undefined &&
      hasAnyRole(roles, action.roles) &&
      isActionAllowed(resource, action, record),
  );
  return (
    <>
      <MovesMenu
        resource={resource}
        state={String(record[resource.states?.field ?? ''])}
        moves={offeredActions.filter(([, { fromStates }]) => fromStates)}
        onChoose={chooseAction}
      />
      {children}
      {offeredActions
        .filter(([, { fromStates }]) => !fromStates)
        .map(([name, action]) => (
          <ActionButton
            key={name}
            action={action}
            label={actionLabel(resource, name, action, i18n)}
            onClick={() => chooseAction(name)}
          />
        ))}
      {chosenAction !== undefined && (
        <LazyBoundary>
          <ActionDialog {...{ resource, record }} actionName={chosenAction} onClose={() => chooseAction(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};

/** Button that removes the record. A toast offers to undo the removal. The API call is sent when the toast closes. */
export const RemoveButton = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const { name } = resource;
  const { id } = record;
  const list = listNameOf(resource, record);
  // Refetches the lists after undo, success or refusal, so that they show the server's state.
  const refreshLists = () => {
    deletePendingRemoval(name, id);
    for (const listName of listNamesOf(resource)) void client.invalidateQueries({ queryKey: [listName] });
  };
  // `useDelete` of react-admin passes `onUndo` on, although its TypeScript type does not have this option.
  const options = { mutationMode: 'undoable', onUndo: refreshLists, onSettled: refreshLists } as const;
  const [remove] = useDelete(list, { id, previousData: record }, options);
  const startRemoval = () => {
    addPendingRemoval(name, id);
    const messageArgs = { title: rowTitle(resource, record) };
    const onSuccess = () => {
      notify('lists.record.removed', { type: 'info', messageArgs: messageArgs, undoable: true });
      redirect('list', list);
    };
    void remove(undefined, undefined, { onSuccess });
  };
  return (
    <PageAction icon={<DeleteOutlined />} label={translate('ra.action.delete')} color="error" onClick={startRemoval} />
  );
};

const Actions = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const canChange = mayChangeRecord(resource, record, roles);
  const isAllowed = (allowedRoles: Resource['access']['read'] | undefined) =>
    canChange && allowedRoles !== undefined && hasAnyRole(roles, allowedRoles);
  return (
    <PageActions>
      <ActionButtons resource={resource} record={record}>
        {isAllowed(resource.access.update) && (
          <PageAction
            to={`${recordPath(resource, record)}edit/`}
            variant="outlined"
            icon={<EditOutlined />}
            label={translate('lists.record.edit')}
          />
        )}
      </ActionButtons>
      {isAllowed(resource.access.remove) && <RemoveButton resource={resource} record={record} />}
    </PageActions>
  );
};

interface BodyProps {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly parts: RecordParts;
}

const RecordBody = ({ resource, record, parts }: BodyProps) => {
  const translate = useTranslate();
  const title = rowTitle(resource, record);
  const account = useAccount();
  const lists = listsOnPageOf(resource, account?.Roles ?? []);
  const missingRole =
    account && (missingRoles(resource, account.Roles, record)?.[0] ?? missingRoleToChange(resource, account.Roles));
  const HeadPart = resource.headPart && parts[resource.headPart];
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 'lg', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {resource.states && <RecordField resource={resource} record={record} name={resource.states.field} />}
        {resource.headFields
          ?.filter(name => record[name])
          .map(name => (
            <Box key={name} component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              <RecordField resource={resource} record={record} name={name} />
            </Box>
          ))}
        {HeadPart && (
          <LazyBoundary waiting={null}>
            <HeadPart record={record} />
          </LazyBoundary>
        )}
      </Box>
      {missingRole && (
        <LazyBoundary failed={null}>
          <ReadOnlyNote role={missingRole} />
        </LazyBoundary>
      )}
      <Actions resource={resource} record={record} />
      {resource.record && 'tabs' in resource.record ? (
        <Tabs tabs={resource.record.tabs} {...{ resource, record, parts, lists }} />
      ) : (
        <>
          <Sections resource={resource} sections={recordSections(resource)} />
          {lists.map(({ list, referenceField, heading }) => (
            <SectionPaper key={list} title={translate(heading)}>
              <Related {...{ list, referenceField, title }} heading={translate(heading)} id={Number(record.id)} />
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

/** State of a record with a life cycle, or another field next to its title. */
const RecordField = ({ resource, record, name }: { resource: Resource; record: RaRecord; name: string }) => {
  const field = resource.fields[name] as Field;
  const { Display } = kinds[field.kind];
  return <Display {...{ row: record, name, field, resource }} />;
};

const WithRecord = ({ resource, parts }: Omit<BodyProps, 'record'>) => (
  <RecordLoader resource={resource} context={useShowContext()}>
    {record => <RecordBody {...{ resource, record, parts }} />}
  </RecordLoader>
);

const noParts: RecordParts = {};

/** Fetches the whole record if a list has left a row with fewer fields in the cache. The row is shown meanwhile. */
const useFullRecord = ({ name, fields }: Resource, id: number): void => {
  const client = useQueryClient();
  useState(() => {
    const queryKey = [name, 'getOne', { id: String(id) }];
    const isIncomplete = ({ state }: { state: { data?: unknown } }) =>
      Object.entries<Field>(fields).some(
        ([field, { recordOnly }]) => recordOnly && state.data !== undefined && !(field in (state.data as object)),
      );
    void client.invalidateQueries({ queryKey, predicate: isIncomplete, refetchType: 'none' });
  });
};

/** The page of one record: fields in sections or tabs, actions, history. */
export const RecordScreen = ({
  resource,
  id,
  parts = noParts,
}: {
  resource: Resource;
  id: number;
  parts?: RecordParts;
}) => {
  useFullRecord(resource, id);
  return (
    <ShowBase resource={resource.name} id={id} queryOptions={withoutErrorRedirect}>
      <WithRecord resource={resource} parts={parts} />
    </ShowBase>
  );
};
