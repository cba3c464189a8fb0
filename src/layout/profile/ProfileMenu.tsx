import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useAuthProvider, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { config } from '../../config.ts';

/** Greets by full name; opens who one is, where help is, and the way out. */
export const ProfileMenu = () => {
  const translate = useTranslate();
  const account = useAccount();
  const authProvider = useAuthProvider();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  if (!account) return <Skeleton variant="circular" width={32} height={32} />;
  return (
    <>
      <ButtonBase
        onClick={event => setAnchor(event.currentTarget)}
        aria-label={translate('shell.profile.open', { name: account.FullName })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ gap: 1.25, p: 0.5, borderRadius: 1, minWidth: 0, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <Typography noWrap sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 320 }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('shell.greeting')}
          </Box>{' '}
          {account.FullName}
        </Typography>
        <Avatar
          variant="rounded"
          sx={{ width: 32, height: 32, typography: 'subtitle1', bgcolor: 'text.primary', color: 'background.paper' }}
        >
          {account.FullName.trim().charAt(0).toUpperCase()}
        </Avatar>
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { mt: 0.5, width: 288, maxWidth: '92vw' } } }}
      >
        <Box component="li" role="none" sx={{ px: 2, pt: 1, pb: 1.5, overflowWrap: 'anywhere' }}>
          <Typography variant="subtitle1">{account.FullName}</Typography>
          <Typography color="textSecondary">{account.CompanyName}</Typography>
          <Typography color="textSecondary">{account.Email}</Typography>
        </Box>
        <Divider />
        <MenuItem component="a" href={config.links.support} onClick={close}>
          {translate('shell.profile.support')}
        </MenuItem>
        <MenuItem
          component="a"
          href={config.host + config.links.developers}
          target="_blank"
          rel="noopener"
          onClick={close}
        >
          {translate('shell.profile.developers')}
        </MenuItem>
        <Divider />
        <MenuItem onClick={() => void authProvider?.logout({})}>{translate('shell.profile.logout')}</MenuItem>
      </Menu>
    </>
  );
};
