import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useAccount } from '../../authProvider/account.ts';
import { icons } from '../../components/icons.ts';
import { useKeptSwitch } from '../../components/kept.ts';
import { type MenuGroup, menuFootFor, menuFor } from '../../routes/menu.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { MenuLink } from './MenuLink.tsx';

interface Props {
  /** Only the icons of groups fit. */
  readonly mini?: boolean;
  readonly onFollow?: () => void;
}

const hiddenWhen = (mini: boolean | undefined) => ({ opacity: mini ? 0 : 1, transition: 'opacity 0.1s' });

/** Slides open and shut by the height of what it holds; shut, the keyboard passes it by. */
const Slide = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: '0fr',
  visibility: 'hidden',
  transition: theme.transitions.create(['grid-template-rows', 'visibility'], { duration: theme.frame.accordionMs }),
  '&[data-open]': { gridTemplateRows: '1fr', visibility: 'visible' },
  '& > ul': {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    paddingLeft: theme.spacing(4.5),
    overflow: 'hidden',
    minHeight: 0,
  },
}));

const Group = ({ group, mini, onFollow }: { group: MenuGroup } & Props) => {
  const translate = useTranslate();
  const here = usePublicPath();
  const [open, setOpen] = useKeptSwitch(`menu ${group.path}`, true);
  const Icon = group.icon ? icons[group.icon] : undefined;
  const inside = group.lines.some(({ path }) => here.startsWith(path));
  const title = translate(`routes.${group.title}`);
  // A group is marked by its pages only where they cannot be seen, else two lines would be.
  const active = (mini || !open) && inside ? true : here === group.path && !inside;
  const label = translate(open ? 'shell.menu.fold' : 'shell.menu.unfold', { title });
  return (
    <Box component="li" sx={{ mb: group.lines.length > 0 ? 1 : 0.5 }}>
      <Box sx={{ position: 'relative' }}>
        <MenuLink to={group.path} active={active} title={mini ? title : undefined} onFollow={onFollow}>
          {Icon && <Icon fontSize="small" sx={{ mr: 2, flexShrink: 0 }} />}
          <Box component="span" sx={{ ...hiddenWhen(mini), color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
            {title}
          </Box>
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
      </Box>
      {group.lines.length > 0 && !mini && (
        <Slide data-open={open || undefined}>
          <ul>
            {group.lines.map(({ path, title: line }) => (
              <li key={path}>
                <MenuLink to={path} active={here.startsWith(path)} onFollow={onFollow}>
                  {translate(`routes.${line}`)}
                </MenuLink>
              </li>
            ))}
          </ul>
        </Slide>
      )}
    </Box>
  );
};

/** What stands beside the sections of the specification, at the foot. */
const Foot = ({ roles, mini, onFollow }: { roles: readonly string[] } & Props) => {
  const translate = useTranslate();
  const lines = menuFootFor(roles);
  if (lines.length === 0) return null;
  return (
    <Box component="nav" aria-label={translate('shell.menu.foot')} sx={{ p: 1, mt: 'auto' }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map(line => (
          <Group key={line.path} group={{ ...line, lines: [] }} mini={mini} onFollow={onFollow} />
        ))}
      </Box>
    </Box>
  );
};

/** The cabinet's sections as the signed-in user may see them. */
export const SideMenu = ({ mini, onFollow }: Props) => {
  const translate = useTranslate();
  const account = useAccount();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 1 }}>
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
      {account && <Foot roles={account.Roles} mini={mini} onFollow={onFollow} />}
    </Box>
  );
};
