import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Grow, { type GrowProps } from '@mui/material/Grow';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { config } from '../../config.ts';
import type { AccountInfo } from '../../contract/shapes/account.ts';
import { KeySection } from './KeySection.tsx';
import { usePersonalLinks } from './personalLinks.ts';
import { useSignOut } from './useSignOut.tsx';

interface Props {
  readonly account: AccountInfo;
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/**
 * Opening animation of the card that then focuses its first menu item. Before the animation starts, the card has no
 * position and its items cannot take the focus. It is a component, because the type of MUI's `slotProps.transition`
 * does not fit the handler.
 */
const FocusingGrow = ({ onEntering, ...props }: GrowProps) => (
  <Grow
    {...props}
    onEntering={(paper, isAppearing) => {
      onEntering?.(paper, isAppearing);
      paper.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    }}
  />
);

export const ProfileCard = ({ account, anchor, onClose }: Props) => {
  const translate = useTranslate();
  const links = usePersonalLinks(account);
  const { label, isSigningOut, startSignOut, confirmation } = useSignOut();
  return (
    <Popover
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slots={{ transition: FocusingGrow }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': translate('shell.profile.open', { name: account.FullName }),
          sx: { mt: 0.5, width: 320, maxWidth: '92vw' },
        },
      }}
    >
      <Box sx={{ px: 2, py: 1.5, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1">{account.FullName}</Typography>
        <Typography color="textSecondary">{account.CompanyName}</Typography>
        <Typography color="textSecondary">{account.Email}</Typography>
      </Box>
      <Divider />
      <KeySection />
      <Divider />
      <MenuList aria-label={translate('frame.user.title')}>
        {links.map(({ label, to, open }) =>
          to === undefined ? (
            <MenuItem
              key={label}
              onClick={() => {
                onClose();
                open?.();
              }}
            >
              {label}
            </MenuItem>
          ) : (
            <MenuItem key={label} component={Link} to={to} onClick={onClose}>
              {label}
            </MenuItem>
          ),
        )}
        <MenuItem component="a" href={config.links.support} onClick={onClose}>
          {translate('shell.profile.support')}
        </MenuItem>
        <MenuItem
          component="a"
          href={config.host + config.links.developers}
          target="_blank"
          rel="noopener"
          onClick={onClose}
        >
          {translate('shell.profile.developers')}
        </MenuItem>
        <Divider />
        <MenuItem disabled={isSigningOut} onClick={startSignOut}>
          {label}
        </MenuItem>
      </MenuList>
      {confirmation}
    </Popover>
  );
};
