import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { usePublicPath } from '../../routes/useHere.ts';
import { MenuLink } from '../menu/MenuLink.tsx';
import { Submenu } from './Submenu.tsx';

const lines = [
  { to: '/', under: '/cabinet/dashboard/', key: 'home', group: undefined },
  { to: '/cabinet/screener/', under: '/cabinet/screener/', key: 'screener', group: undefined },
  { to: '/cabinet/accidents/opened/', under: '/cabinet/accidents/', key: 'accidents', group: '/cabinet/accidents/' },
] as const;

/** The three short ways. The specification names them. */
export const TopMenu = ({ column = false, onFollow }: { column?: boolean; onFollow?: () => void }) => {
  const translate = useTranslate();
  const here = usePublicPath();
  return (
    <Box
      component="nav"
      aria-label={translate('shell.menu.top')}
      sx={{ display: 'flex', flexDirection: column ? 'column' : 'row', gap: 0.5 }}
    >
      {lines.map(({ to, under, key, group }) => {
        const link = (
          <MenuLink key={key} to={to} active={here.startsWith(under)} onFollow={onFollow}>
            {translate(`shell.top.${key}`)}
          </MenuLink>
        );
        return group && !column ? (
          <Submenu key={key} group={group}>
            {link}
          </Submenu>
        ) : (
          link
        );
      })}
    </Box>
  );
};
