import Check from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import type { SavedView } from '../../../contract/shapes/savedViews.ts';
import { type ViewAudience, viewAudiences } from '../../../contract/states.ts';
import { showFailure } from '../../../feedback/notice.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { useStoredListState } from '../history.tsx';
import { useListView } from '../view.tsx';
import { useApplyView, useViews } from './queries.ts';
import { sameState } from './state.ts';
import { useViewActions } from './useViewActions.ts';
import { ViewDialog } from './ViewDialog.tsx';

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
}

/** Long names wrap instead of being cut, because names may differ only at the end. */
const whole = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** Menu of saved views, with the actions of the selected view. */
export const ViewsMenu = ({ anchor, onClose }: Props) => {
  const { name, resource, split, i18n, chosenView } = useListView();
  const { translate } = i18n;
  const { data = [], isPending, isError } = useViews(resource, split);
  const { current, save, remove, copyLink } = useViewActions();
  const apply = useApplyView(name, resource, split);
  const keepState = useStoredListState();
  const [asked, setAsked] = useState<'new' | 'edit' | 'delete'>();
  const active = data.find(({ Id }) => Id === chosenView?.Id);
  const changed = active !== undefined && !sameState(active.State, current);

  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  const attempt = (act: () => Promise<void>) => () =>
    void act().catch((error: unknown) => showFailure(error, reasonOf(error, translate)));
  const labelOf = ({ Name, Shared, Role }: SavedView) => ({ Name, Shared, ...(Role !== null && { Role }) });
  const aboutOf = ({ Shared, Role, Mine, OwnerName }: SavedView): string =>
    [
      ...(Shared === 'role' ? [translate('lists.views.role', { role: translate(`lists.views.roles.${Role}`) })] : []),
      ...(Mine || Shared === 'me' ? [] : [OwnerName]),
    ].join(' · ');

  const choice = (view: SavedView) => (
    <MenuItem
      key={view.Id}
      role="menuitemradio"
      aria-checked={view === active}
      selected={view === active}
      onClick={after(() => {
        keepState();
        // The timeout is needed, because the router drops a navigation that another one follows in the same task.
        setTimeout(() => apply(view.State, { Id: view.Id, Name: view.Name }));
      })}
    >
      <ListItemIcon>{view === active && <Check fontSize="small" />}</ListItemIcon>
      <ListItemText
        primary={view === active && changed ? translate('lists.views.changed', { name: view.Name }) : view.Name}
        secondary={aboutOf(view)}
        sx={whole}
      />
    </MenuItem>
  );
  const group = (shared: ViewAudience) => {
    const views = data.filter(({ Shared }) => Shared === shared);
    if (views.length === 0) return [];
    return [
      <ListSubheader key={shared} role="presentation">
        {translate(`lists.views.groups.${shared}`)}
      </ListSubheader>,
      ...views.map(choice),
    ];
  };
  const note = isPending ? 'loading' : isError ? 'failed' : data.length === 0 ? 'none' : undefined;

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
        {note && <MenuItem disabled>{translate(`lists.views.${note}`)}</MenuItem>}
        {viewAudiences.flatMap(group)}
        <Divider />
        <MenuItem onClick={after(() => apply({}, null))}>{translate('lists.views.standard')}</MenuItem>
        <MenuItem onClick={after(() => setAsked('new'))}>{translate('lists.views.saveAs')}</MenuItem>
        {active?.Changeable && changed && (
          <MenuItem onClick={after(attempt(() => save(labelOf(active), active.Id)))}>
            <ListItemText primary={translate('lists.views.update', { name: active.Name })} sx={whole} />
          </MenuItem>
        )}
        {active?.Changeable && (
          <MenuItem onClick={after(() => setAsked('edit'))}>{translate('lists.views.edit')}</MenuItem>
        )}
        {active && <MenuItem onClick={after(() => void copyLink(active))}>{translate('frame.tools.link')}</MenuItem>}
        {active?.Changeable && (
          <MenuItem onClick={after(() => setAsked('delete'))}>{translate('lists.views.delete')}</MenuItem>
        )}
      </Menu>
      {asked === 'new' && <ViewDialog view={undefined} onSave={save} onClose={() => setAsked(undefined)} />}
      {asked === 'edit' && active && (
        <ViewDialog
          view={active}
          onSave={labelled => save(labelled, active.Id, active.State)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {active && (
        <ConfirmDialog
          open={asked === 'delete'}
          title={translate('lists.views.deleteTitle', { name: active.Name })}
          help={translate(active.Shared === 'me' ? 'lists.views.deleteMine' : 'lists.views.deleteShared')}
          action={translate('lists.views.delete')}
          onClose={() => setAsked(undefined)}
          onConfirm={attempt(() => remove(active))}
        />
      )}
    </>
  );
};
