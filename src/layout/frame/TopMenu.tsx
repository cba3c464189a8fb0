import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { topMenuFor } from '../../routes/menu.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { MenuLink } from '../menu/MenuLink.tsx';
import { Submenu } from './Submenu.tsx';

/** The three shortcuts of the specification. */
export const TopMenu = ({ column = false, onFollow }: { column?: boolean; onFollow?: () => void }) => {
  const translate = useTranslate();
  const here = usePublicPath();
  const roles = useAccount()?.Roles ?? [];
  return (
    <nav aria-label={translate('shell.menu.top')} className="menu-top" data-column={column || undefined}>
      {topMenuFor(roles).map(({ path, title, lines }) => {
        const link = (
          <MenuLink key={path} to={lines[0]?.path ?? path} active={here.startsWith(path)} onFollow={onFollow}>
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
