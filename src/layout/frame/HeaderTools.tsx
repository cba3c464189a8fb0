import BoltOutlined from '@mui/icons-material/BoltOutlined';
import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { useNextCase } from '../../components/useNextCase.ts';
import { config } from '../../config.ts';
import { hasAnyRole } from '../../contract/access.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { routeTable } from '../../routes/table.ts';
import { QuickPanel } from '../tools/QuickPanel.tsx';
import { ToolButton } from './ToolButton.tsx';

const quickActionPaths = ['/cabinet/accidents/create/', '/cabinet/cards/create/', '/cabinet/users/create-operator/'];
const quickActionPages = routeTable.filter(({ path }) => quickActionPaths.includes(path));

/** Button with a menu of frequent actions, such as opening the next case. */
const QuickActions = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const roles = useAccount()?.Roles ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  const openNextCase = useNextCase();
  return (
    <>
      <ToolButton
        label={translate('frame.actions.open')}
        icon={<BoltOutlined fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            void openNextCase();
          }}
        >
          {translate('frame.actions.next')}
          <Typography component="kbd" variant="caption" sx={{ ml: 'auto', pl: 3, color: 'text.secondary' }}>
            X
          </Typography>
        </MenuItem>
        {quickActionPages
          .filter(entry => hasAnyRole(roles, entry.roles))
          .map(({ path, title }) => (
            <MenuItem
              key={path}
              onClick={() => {
                close();
                navigate(path);
              }}
            >
              {translate(`routes.${title}`)}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
};

const QuickPanelButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton
        label={translate('live.quick.open')}
        icon={<ViewSidebarOutlined fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <QuickPanel open={open} onClose={() => setOpen(false)} />
    </>
  );
};

/** Number of records that are selected in lists, as a link to their export. */
const CartButton = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const count = useSelections().reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <ToolButton
      label={translate('frame.cart.open', { n: count })}
      icon={<ShoppingBasketOutlined fontSize="small" />}
      count={count}
      onClick={() => navigate('/cabinet/exports/')}
    />
  );
};

/**
 * Header tools that the configuration switches on. They are in the header on wide screens, otherwise in the menu.
 * Loaded after the first page.
 */
export const HeaderTools = ({ inMenu = false }: { inMenu?: boolean }) => {
  const { quickActions, cart, quickPanel } = config.layout;
  return (
    <Box sx={{ display: inMenu ? 'flex' : { xs: 'none', lg: 'flex' }, alignItems: 'center', gap: 1 }}>
      {quickPanel && <QuickPanelButton />}
      {quickActions && <QuickActions />}
      {cart && <CartButton />}
    </Box>
  );
};
