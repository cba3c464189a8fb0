import Box from '@mui/material/Box';
import { styled, useTheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { type MenuLine, topMenuFor } from '../../routes/menu.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';
import { MenuLink } from '../menu/MenuLink.tsx';

const SubmenuList = styled('ul')(({ theme }) => ({
  position: 'absolute',
  top: '100%',
  left: 0,
  zIndex: theme.zIndex.drawer + 2,
  listStyle: 'none',
  margin: 0,
  padding: theme.spacing(0.5),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
}));

/**
 * Shows the pages of a menu group on hover or by keyboard. The list stays open for a while after the pointer has left
 * it.
 */
const Submenu = ({ lines, children }: { lines: readonly MenuLine[]; children: ReactNode }) => {
  const translate = useTranslate();
  const { frame } = useTheme();
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const hideDelayed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), frame.submenuMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  // Closes the submenu after moving the focus to its group. The focus alone does not open the submenu again.
  const closeAndFocusGroup = () => {
    container.current?.querySelector('a')?.focus();
    hide();
  };
  return (
    <Box
      ref={container}
      onMouseEnter={show}
      onMouseLeave={hideDelayed}
      onFocus={event => event.currentTarget.contains(event.relatedTarget) || show()}
      onBlur={event => event.currentTarget.contains(event.relatedTarget) || hide()}
      onKeyDown={event => event.key === 'Escape' && closeAndFocusGroup()}
      sx={{ position: 'relative' }}
    >
      {children}
      {open && (
        <SubmenuList>
          {lines.map(({ path, title }) => (
            <li key={path}>
              <MenuLink to={path} active={false} onFollow={closeAndFocusGroup}>
                {translate(`routes.${title}`)}
              </MenuLink>
            </li>
          ))}
        </SubmenuList>
      )}
    </Box>
  );
};

/** Top menu with the three shortcuts of the specification. */
export const TopMenu = ({ column = false, onFollow }: { column?: boolean; onFollow?: () => void }) => {
  const translate = useTranslate();
  const currentPath = usePublicPath();
  const roles = useAccount()?.Roles ?? [];
  return (
    <nav aria-label={translate('shell.menu.top')} className="menu-top" data-column={column || undefined}>
      {topMenuFor(roles).map(({ path, title, lines }) => {
        const link = (
          <MenuLink key={path} to={lines[0]?.path ?? path} active={currentPath.startsWith(path)} onFollow={onFollow}>
            {translate(`shell.top.${title}`)}
          </MenuLink>
        );
        return lines.length > 0 && !column ? (
          <Submenu key={path} lines={lines}>
            {link}
          </Submenu>
        ) : (
          link
        );
      })}
    </nav>
  );
};
