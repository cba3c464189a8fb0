import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { useAccount } from '../../authProvider/account.ts';
import { type MenuGroup, menuFor } from '../../routes/menu.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { icons } from './icons.ts';
import { MenuLink } from './MenuLink.tsx';

interface Props {
  /** Only the icons of groups fit. */
  readonly mini?: boolean;
  readonly onFollow?: () => void;
}

const hiddenWhen = (mini: boolean | undefined) => ({ opacity: mini ? 0 : 1, transition: 'opacity 0.1s' });

const Group = ({ group, mini, onFollow }: { group: MenuGroup } & Props) => {
  const translate = useTranslate();
  const here = usePublicPath();
  const Icon = group.icon ? icons[group.icon] : undefined;
  const inside = group.lines.some(({ path }) => here.startsWith(path));
  // A group is marked by its pages only where they cannot be seen, else two lines would be.
  const active = mini && inside ? true : here === group.path && !inside;
  return (
    <Box component="li" sx={{ mb: group.lines.length > 0 ? 1 : 0.5 }}>
      <MenuLink
        to={group.path}
        active={active}
        title={mini ? translate(`routes.${group.title}`) : undefined}
        onFollow={onFollow}
      >
        {Icon && <Icon fontSize="small" sx={{ mr: 2, flexShrink: 0 }} />}
        <Box component="span" sx={{ ...hiddenWhen(mini), color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
          {translate(`routes.${group.title}`)}
        </Box>
      </MenuLink>
      {group.lines.length > 0 && !mini && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pl: 4.5 }}>
          {group.lines.map(({ path, title }) => (
            <li key={path}>
              <MenuLink to={path} active={here.startsWith(path)} onFollow={onFollow}>
                {translate(`routes.${title}`)}
              </MenuLink>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
};

/** The cabinet's sections as the signed-in user may see them. */
export const SideMenu = ({ mini, onFollow }: Props) => {
  const translate = useTranslate();
  const account = useAccount();
  return (
    <Box component="nav" aria-label={translate('shell.menu.main')} sx={{ p: 1 }}>
      {account ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {menuFor(account.Roles).map(group => (
            <Group key={group.path} group={group} mini={mini} onFollow={onFollow} />
          ))}
        </Box>
      ) : (
        ['dashboard', 'accidents', 'opened', 'closed', 'notvalid'].map(line => (
          <Skeleton key={line} height={36} sx={{ mx: 1.5 }} />
        ))
      )}
    </Box>
  );
};
