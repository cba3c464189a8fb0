import BoltOutlined from '@mui/icons-material/BoltOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { useNextCase } from '../../components/useNextCase.ts';
import { holdsOne } from '../../contract/access.ts';
import { routeTable } from '../../routes/table.ts';
import { ToolButton } from '../frame/ToolButton.tsx';

const paths = ['/cabinet/accidents/create/', '/cabinet/cards/create/', '/cabinet/users/create-operator/'];
const pages = routeTable.filter(({ path }) => paths.includes(path));

/** Frequent actions. */
export const QuickActions = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const roles = useAccount()?.Roles ?? [];
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  const openNext = useNextCase();
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
            void openNext();
          }}
        >
          {translate('frame.actions.next')}
          <Typography component="kbd" variant="caption" sx={{ ml: 'auto', pl: 3, color: 'text.secondary' }}>
            X
          </Typography>
        </MenuItem>
        {pages
          .filter(entry => holdsOne(roles, entry.roles))
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
