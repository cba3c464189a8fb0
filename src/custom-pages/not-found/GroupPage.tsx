import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { icons } from '../../components/icons.ts';
import { resources } from '../../resources/index.ts';
import type { RouteEntry } from '../../routes/entry.ts';
import { pagesOfGroup } from '../../routes/menu.ts';
import { useRouteEntry } from '../../routes/usePublicPath.ts';
import { missingRoleToChange } from '../../schema/choiceRights.ts';
import type { GroupTopic } from '../../schema/navigation.ts';
import { ReadOnlyNote } from '../../screens/ReadOnlyNote.tsx';

/** Topics of links, in their order on the page. A topic that is missing here does not compile. */
const topics = Object.keys({ work: 1, devices: 2, vehicles: 3, systems: 4 } satisfies Record<
  GroupTopic,
  number
>) as readonly GroupTopic[];

const PageLink = ({ page, roles }: { page: RouteEntry; roles: readonly string[] }) => {
  const translate = useTranslate();
  const { path, title, icon } = page;
  const Icon = icon ? icons[icon] : undefined;
  const resource = resources[page.resource ?? ''];
  const role = resource && missingRoleToChange(resource, roles);
  return (
    <Paper sx={{ display: 'flex', '&:hover': { borderColor: 'primary.main' } }}>
      <ButtonBase component={Link} to={path} sx={{ width: 1, p: 2, gap: 2, textAlign: 'left', alignItems: 'start' }}>
        {Icon && <Icon color="action" />}
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" component="span" sx={{ display: 'block', lineHeight: '24px' }}>
            {translate(`routes.${title}`)}
          </Typography>
          <Typography color="textSecondary" component="span">
            {translate(`dashboard.tiles.${title}`, { _: translate(`resources.${title}.about`, { _: '' }) })}
          </Typography>
          {role && (
            <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
              <ReadOnlyNote role={role} />
            </Box>
          )}
        </Box>
      </ButtonBase>
    </Paper>
  );
};

export const GroupPage = () => {
  const translate = useTranslate();
  const entry = useRouteEntry();
  const roles = useAccount()?.Roles ?? [];
  if (!entry) return null;
  const pages = pagesOfGroup(entry, roles);
  // Only the group at the foot of the menu has so many pages that they need topics.
  const sections =
    entry.menu === 'foot'
      ? [
          ...topics.map(topic => ({
            title: `shell.group.topics.${topic}`,
            pages: pages.filter(page => page.topic === topic),
          })),
          { title: 'shell.group.rest', pages: pages.filter(({ topic }) => !topic) },
        ]
      : [{ title: undefined, pages }];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h1">{translate(`routes.${entry.title}`)}</Typography>
        <Typography color="textSecondary">{translate('shell.group.about')}</Typography>
      </Box>
      {sections
        .filter(section => section.pages.length > 0)
        .map(({ title, pages: links }) => (
          <Box key={title ?? ''} component="section">
            {title && (
              <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
                {translate(title)}
              </Typography>
            )}
            <Box
              sx={{
                display: 'grid',
                gap: 1,
                gridTemplateColumns: {
                  xs: 'minmax(0, 1fr)',
                  sm: 'repeat(2, minmax(0, 1fr))',
                  lg: 'repeat(3, minmax(0, 1fr))',
                },
              }}
            >
              {links.map(page => (
                <PageLink key={page.path} page={page} roles={roles} />
              ))}
            </Box>
          </Box>
        ))}
    </Box>
  );
};
