import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useAccount } from '../../../authProvider/account.ts';
import { Notice } from '../../../components/Notice.tsx';
import { hasAnyRole } from '../../../contract/access.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { clients } from '../../../resources/clients.ts';
import { recordPathById } from '../../../schema/addresses.ts';
import { ClientSheet } from './ClientSheet.tsx';

interface Props {
  readonly clientId: number;
  readonly name: string;
  /** False: the user must claim the case first. */
  readonly mayRead: boolean;
  readonly onClose: () => void;
}

/** The client's sheet over a case, so that reading it does not end the lease of the case. */
export const ClientDrawer = ({ clientId, name, mayRead, onClose }: Props) => {
  const { translate } = useI18n();
  const titleId = useId();
  const hasPage = hasAnyRole(useAccount()?.Roles ?? [], clients.access.read);
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 'min(560px, 100vw)' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2, py: 1.5 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {name || translate('client.title')}
          </Typography>
          {hasPage && (
            <MuiLink component={Link} to={recordPathById(clients, clientId) ?? '/'} variant="body2" sx={{ py: 0.25 }}>
              {translate('client.page')}
            </MuiLink>
          )}
        </Box>
        <IconButton aria-label={translate('frame.close')} onClick={onClose} autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ p: 2, bgcolor: 'background.default', flexGrow: 1 }}>
        {mayRead ? <ClientSheet record={{ id: clientId }} /> : <Notice title={translate('client.claimFirst')} />}
      </Box>
    </Drawer>
  );
};
