import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { icons } from '../../components/icons.ts';
import { usePersistedSwitch } from '../../components/persistedSwitch.ts';
import { type MenuGroup, menuFootFor, menuFor } from '../../routes/menu.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';
import { MenuLink } from './MenuLink.tsx';

interface Props {
  /** True: the menu shows only the icons of its groups. */
  readonly mini?: boolean;
  readonly onFollow?: () => void;
}

const Group = ({ group, mini, onFollow }: { group: MenuGroup } & Props) => {
  const translate = useTranslate();
  const currentPath = usePublicPath();
  const [open, setOpen] = usePersistedSwitch(`menu ${group.path}`, true);
  const Icon = group.icon ? icons[group.icon] : undefined;
  const hasOpenLine = group.lines.some(({ path }) => currentPath.startsWith(path));
  const title = translate(`routes.${group.title}`);
  const isInGroup = currentPath.startsWith(group.path);
  // A group is not highlighted while the line of the open page is visible below it. Otherwise group and line would both
  // be highlighted.
  const active = isInGroup && (!hasOpenLine || mini || !open);
  const label = translate(open ? 'shell.menu.fold' : 'shell.menu.unfold', { title });
  return (
    <li className="menu-group" data-lines={group.lines.length > 0 || undefined}>
      <div className="menu-group-head">
        <MenuLink to={group.path} active={active} mini={mini} title={mini ? title : undefined} onFollow={onFollow}>
          {Icon && <Icon fontSize="small" />}
          <span className="menu-title">{title}</span>
        </MenuLink>
        {group.lines.length > 0 && !mini && (
          <IconButton
            size="small"
            aria-expanded={open}
            aria-label={label}
            title={label}
            onClick={() => setOpen(!open)}
            sx={{ position: 'absolute', right: 4, top: 4, transform: open ? 'rotate(180deg)' : 'none' }}
          >
            <ExpandMore fontSize="inherit" />
          </IconButton>
        )}
      </div>
      {group.lines.length > 0 && !mini && (
        <div className="menu-slide" data-open={open || undefined}>
          <ul>
            {group.lines.map(({ path, title: line }) => (
              <li key={path}>
                <MenuLink to={path} active={currentPath.startsWith(path)} onFollow={onFollow}>
                  {translate(`routes.${line}`)}
                </MenuLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
};

/** Links at the foot of the side menu, which are not in the specification. */
const MenuFoot = ({ roles, mini, onFollow }: { roles: readonly string[] } & Props) => {
  const translate = useTranslate();
  const lines = menuFootFor(roles);
  if (lines.length === 0) return null;
  return (
    <nav aria-label={translate('shell.menu.foot')}>
      <ul>
        {lines.map(line => (
          <Group key={line.path} group={{ ...line, lines: [] }} mini={mini} onFollow={onFollow} />
        ))}
      </ul>
    </nav>
  );
};

export const SideMenu = ({ mini, onFollow }: Props) => {
  const translate = useTranslate();
  const account = useAccount();
  return (
    <div className="menu-side">
      <nav aria-label={translate('shell.menu.main')}>
        {account ? (
          <ul>
            {menuFor(account.Roles).map(group => (
              <Group key={group.path} group={group} mini={mini} onFollow={onFollow} />
            ))}
          </ul>
        ) : (
          [1, 2, 3, 4, 5].map(line => <Skeleton key={line} height={36} sx={{ mx: 1.5 }} />)
        )}
      </nav>
      {account && <MenuFoot roles={account.Roles} mini={mini} onFollow={onFollow} />}
    </div>
  );
};
