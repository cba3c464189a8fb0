import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../../authProvider/account.ts';
import { holdsOne, type Role, rights } from '../../../contract/access.ts';
import { viewNameMaxLength } from '../../../contract/limits.ts';
import type { SavedView } from '../../../contract/shapes/savedViews.ts';
import type { ViewAudience } from '../../../contract/states.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { roleFor } from '../../../schema/define.ts';
import { useListView } from '../view.tsx';
import type { Labelled } from './useViewActions.ts';

interface Props {
  /** The view to rename. Undefined: a new view. */
  readonly view: SavedView | undefined;
  readonly onSave: (labelled: Labelled) => Promise<void>;
  readonly onClose: () => void;
}

/** Returns the audience as text: `me`, `company`, or `role OPERATOR`. */
const audienceOf = ({ Shared, Role }: Pick<SavedView, 'Shared' | 'Role'>): string =>
  Role === null ? Shared : `${Shared} ${Role}`;

const labelledBy = (Name: string, audience: string): Labelled => {
  const [Shared, role] = audience.split(' ') as [ViewAudience, Role | undefined];
  return { Name: Name.trim(), Shared, ...(role !== undefined && { Role: role }) };
};

/** Asks for the name of a view. Managers also choose its audience. */
export const ViewDialog = ({ view, onSave, onClose }: Props) => {
  const { resource, i18n } = useListView();
  const { translate } = i18n;
  const mayShare = holdsOne(useAccount()?.Roles ?? [], rights.sharedViews);
  const [name, setName] = useState(view?.Name ?? '');
  const [audience, setAudience] = useState(view ? audienceOf(view) : 'me');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const title = translate(view ? 'lists.views.edit' : 'lists.views.saveAs');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setFault(undefined);
    try {
      await onSave(labelledBy(name, audience));
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
              label={translate('lists.views.name')}
              value={name}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: viewNameMaxLength } }}
            />
            {mayShare && (
              <TextField
                select
                fullWidth
                label={translate('lists.views.audience')}
                value={audience}
                onChange={({ target }) => setAudience(target.value)}
                slotProps={{ select: { native: true } }}
              >
                <option value="me">{translate('lists.views.me')}</option>
                {(roleFor(resource, 'list') ?? []).map(role => (
                  <option key={role} value={`role ${role}`}>
                    {translate('lists.views.role', { role: translate(`lists.views.roles.${role}`) })}
                  </option>
                ))}
                <option value="company">{translate('lists.views.company')}</option>
              </TextField>
            )}
            {fault && <Alert severity="error">{fault}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy || name.trim() === ''}>
            {translate('lists.form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
