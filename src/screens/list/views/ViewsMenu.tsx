import Check from '@mui/icons-material/Check';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { copyText } from '../../../components/clipboard.ts';
import { hasAnyRole, type Role, rights } from '../../../contract/access.ts';
import { viewNameMaxLength } from '../../../contract/limits.ts';
import type { ListState, SavedView, SavedViewChange } from '../../../contract/shapes/savedViews.ts';
import { type ViewAudience, viewAudiences } from '../../../contract/states.ts';
import { showFailure } from '../../../feedback/failures.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { showToast } from '../../../feedback/toasts.ts';
import type { I18n } from '../../../fields/useI18n.ts';
import { rolesForVerb } from '../../../schema/define.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { useStoreListState } from '../history.tsx';
import { type ListView, useListView } from '../view.tsx';
import { isSameState, toListState, useApplyView, useViews, type ViewState, viewsKey } from './state.ts';

type ViewLabel = Pick<SavedViewChange, 'Name' | 'Shared' | 'Role'>;

const readViewState = (view: ListView, context: ReturnType<typeof useListContext>): ViewState => ({
  filterValues: context.filterValues ?? {},
  sort: context.sort,
  perPage: context.perPage,
  columns: view.columns,
  widths: view.widths,
  display: view.display,
  density: view.density,
});

/**
 * Returns functions that save, change and remove saved views. Each shows a toast on success. On refusal it throws the
 * reason as text.
 */
const useViewActions = () => {
  const listView = useListView();
  const context = useListContext();
  const client = useQueryClient();
  const { resource, split, i18n, setChosenView } = listView;
  const { translate } = i18n;
  const current: ListState = toListState(resource, readViewState(listView, context), split);
  const refetchViews = () => client.invalidateQueries({ queryKey: viewsKey });
  const showSuccess = (text: string, Name: string) =>
    showToast({ kind: 'success', heading: translate(text, { name: Name }) });

  /** Saves a view with the present state of the list, or with the given `State`. With an `Id` it changes that view. */
  const save = async (label: ViewLabel, Id?: number, State: ListState = current): Promise<void> => {
    const list = { Resource: resource.name, ...(split !== undefined && { Split: split }) };
    const body = { ...list, ...label, State, ...(Id !== undefined && { Id }) };
    const savedView = await api('POST /api/filtertemplate')({ body });
    setChosenView({ Id: savedView.Id, Name: label.Name });
    showSuccess('views.saved', label.Name);
    await refetchViews();
  };

  const remove = async ({ Id, Name }: SavedView): Promise<void> => {
    await api('POST /api/filtertemplate/delete')({ body: { Id } });
    setChosenView(null);
    showSuccess('views.deleted', Name);
    await refetchViews();
  };

  const copyLink = async ({ Id }: SavedView): Promise<void> => {
    const { origin, pathname } = window.location;
    const copied = await copyText(`${origin}${pathname}?view=${Id}`);
    showToast({
      kind: copied ? 'success' : 'error',
      heading: translate(copied ? 'frame.tools.linkCopied' : 'frame.tools.linkNotCopied'),
    });
  };

  return { current, save, remove, copyLink };
};

interface ViewDialogProps {
  /** The view to rename. Undefined: a new view. */
  readonly view: SavedView | undefined;
  readonly onSave: (label: ViewLabel) => Promise<void>;
  readonly onClose: () => void;
}

/** Returns with whom a view is shared, as text: `me`, `company`, or `role OPERATOR`. */
const formatAudience = ({ Shared, Role }: Pick<SavedView, 'Shared' | 'Role'>): string =>
  Role === null ? Shared : `${Shared} ${Role}`;

const parseLabel = (Name: string, audience: string): ViewLabel => {
  const [Shared, role] = audience.split(' ') as [ViewAudience, Role | undefined];
  return { Name: Name.trim(), Shared, ...(role !== undefined && { Role: role }) };
};

/** Asks for the name of a view. Managers also choose with whom it is shared. */
const ViewDialog = ({ view, onSave, onClose }: ViewDialogProps) => {
  const { resource, i18n } = useListView();
  const { translate } = i18n;
  const mayShare = hasAnyRole(useAccount()?.Roles ?? [], rights.sharedViews);
  const [name, setName] = useState(view?.Name ?? '');
  const [audience, setAudience] = useState(view ? formatAudience(view) : 'me');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const title = translate(view ? 'views.edit' : 'views.saveAs');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isInvisible(name)) return;
    setBusy(true);
    setFault(undefined);
    try {
      await onSave(parseLabel(name, audience));
      onClose();
    } catch (error) {
      setFault(reasonOf(error, translate));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-label={title}>
      <form onSubmit={event => void submit(event)}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField
              autoFocus
              required
              fullWidth
              label={translate('views.name')}
              value={name}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: viewNameMaxLength } }}
            />
            {mayShare && (
              <TextField
                select
                fullWidth
                label={translate('views.audience')}
                value={audience}
                onChange={({ target }) => setAudience(target.value)}
                slotProps={{ select: { native: true } }}
              >
                <option value="me">{translate('views.me')}</option>
                {(rolesForVerb(resource, 'list') ?? []).map(role => (
                  <option key={role} value={`role ${role}`}>
                    {translate('views.role', { role: translate(`views.roles.${role}`) })}
                  </option>
                ))}
                <option value="company">{translate('views.company')}</option>
              </TextField>
            )}
            {fault && <Alert severity="error">{fault}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy || isInvisible(name)}>
            {translate('lists.form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
}

/** Long names of views wrap instead of being cut, because names may differ only at the end. */
const wrapStyle = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const labelOf = ({ Name, Shared, Role }: SavedView) => ({ Name, Shared, ...(Role !== null && { Role }) });

const describeView = ({ Shared, Role, Mine, OwnerName }: SavedView, { translate }: I18n): string =>
  [
    ...(Shared === 'role' ? [translate('views.role', { role: translate(`views.roles.${Role}`) })] : []),
    ...(Mine || Shared === 'me' ? [] : [OwnerName]),
  ].join(' · ');

interface DialogsProps extends Pick<ReturnType<typeof useViewActions>, 'save'> {
  readonly dialog: 'new' | 'edit' | 'delete' | undefined;
  readonly activeView: SavedView | undefined;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const ViewDialogs = ({ dialog, activeView, save, onRemove, onClose }: DialogsProps) => {
  const { translate } = useListView().i18n;
  if (dialog === 'new') return <ViewDialog view={undefined} onSave={save} onClose={onClose} />;
  if (!activeView) return null;
  return (
    <>
      {dialog === 'edit' && (
        <ViewDialog
          view={activeView}
          onSave={label => save(label, activeView.Id, activeView.State)}
          onClose={onClose}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={translate('views.deleteTitle', { name: activeView.Name })}
        text={translate(activeView.Shared === 'me' ? 'views.deleteMine' : 'views.deleteShared')}
        confirmLabel={translate('views.delete')}
        onClose={onClose}
        onConfirm={onRemove}
      />
    </>
  );
};

export const ViewsMenu = ({ anchor, onClose }: Props) => {
  const { name, resource, split, i18n, chosenView } = useListView();
  const { translate } = i18n;
  const { data = [], isPending, isError } = useViews(resource, split);
  const { current, save, remove, copyLink } = useViewActions();
  const applyView = useApplyView(name, resource, split);
  const storeListState = useStoreListState();
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete'>();
  const activeView = data.find(({ Id }) => Id === chosenView?.Id);
  const isChanged = activeView !== undefined && !isSameState(activeView.State, current);

  const closeAndRun = (action: () => void) => () => {
    onClose();
    action();
  };
  const reportFailure = (action: () => Promise<void>) => () =>
    void action().catch((error: unknown) => showFailure(error, reasonOf(error, translate)));

  const renderView = (view: SavedView) => (
    <MenuItem
      key={view.Id}
      role="menuitemradio"
      aria-checked={view === activeView}
      selected={view === activeView}
      onClick={closeAndRun(() => {
        storeListState();
        // The timeout is needed, because the router drops a navigation if another one follows in the same task.
        setTimeout(() => applyView(view.State, { Id: view.Id, Name: view.Name }));
      })}
    >
      <ListItemIcon>{view === activeView && <Check fontSize="small" />}</ListItemIcon>
      <ListItemText
        primary={view === activeView && isChanged ? translate('views.changed', { name: view.Name }) : view.Name}
        secondary={describeView(view, i18n)}
        sx={wrapStyle}
      />
    </MenuItem>
  );
  const renderGroup = (audience: ViewAudience) => {
    const views = data.filter(({ Shared }) => Shared === audience);
    if (views.length === 0) return [];
    return [
      <ListSubheader key={audience} role="presentation">
        {translate(`views.groups.${audience}`)}
      </ListSubheader>,
      ...views.map(renderView),
    ];
  };
  const noteKey = isPending ? 'loading' : isError ? 'failed' : data.length === 0 ? 'none' : undefined;

  return (
    <>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{
          paper: { sx: { width: theme => theme.spacing(40), maxWidth: '100%' } },
          list: { 'aria-label': translate('lists.views.title') },
        }}
      >
        {noteKey && <MenuItem disabled>{translate(`views.${noteKey}`)}</MenuItem>}
        {viewAudiences.flatMap(renderGroup)}
        <Divider />
        <MenuItem onClick={closeAndRun(() => applyView({}, null))}>{translate('views.standard')}</MenuItem>
        <MenuItem onClick={closeAndRun(() => setDialog('new'))}>{translate('views.saveAs')}</MenuItem>
        {activeView?.Changeable && isChanged && (
          <MenuItem onClick={closeAndRun(reportFailure(() => save(labelOf(activeView), activeView.Id)))}>
            <ListItemText primary={translate('views.update', { name: activeView.Name })} sx={wrapStyle} />
          </MenuItem>
        )}
        {activeView?.Changeable && (
          <MenuItem onClick={closeAndRun(() => setDialog('edit'))}>{translate('views.edit')}</MenuItem>
        )}
        {activeView && (
          <MenuItem onClick={closeAndRun(() => void copyLink(activeView))}>{translate('frame.tools.link')}</MenuItem>
        )}
        {activeView?.Changeable && (
          <MenuItem onClick={closeAndRun(() => setDialog('delete'))}>{translate('views.delete')}</MenuItem>
        )}
      </Menu>
      <ViewDialogs
        dialog={dialog}
        activeView={activeView}
        save={save}
        onRemove={reportFailure(async () => activeView && remove(activeView))}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
};
