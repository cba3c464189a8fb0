import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { icons } from '../../components/icons.ts';
import { pagesOfGroup } from '../../routes/menu.ts';
import { useRouteEntry } from '../../routes/usePublicPath.ts';

/** Page of a menu group. It has a link to each page of the group. */
export const GroupPage = () => {
  const translate = useTranslate();
  const entry = useRouteEntry();
  const roles = useAccount()?.Roles ?? [];
  if (!entry) return null;
  return (
    <Box sx={{ maxWidth: 'md' }}>
      <Typography variant="h1">{translate(`routes.${entry.title}`)}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('shell.group.about')}
      </Typography>
      {pagesOfGroup(entry, roles).map(({ path, title, icon }) => {
        const Icon = icon ? icons[icon] : undefined;
        return (
          <Paper key={path} sx={{ mb: 1, '&:hover': { borderColor: 'primary.main' } }}>
            <ButtonBase component={Link} to={path} sx={{ width: 1, p: 2, gap: 2, textAlign: 'left' }}>
              {Icon && <Icon color="action" />}
              <Box component="span" sx={{ flex: 1 }}>
                <Typography variant="subtitle1" component="span" sx={{ display: 'block' }}>
                  {translate(`routes.${title}`)}
                </Typography>
                <Typography color="textSecondary" component="span">
                  {translate(`dashboard.tiles.${title}`, { _: translate(`resources.${title}.about`, { _: '' }) })}
                </Typography>
              </Box>
              <ChevronRight color="disabled" />
            </ButtonBase>
          </Paper>
        );
      })}
    </Box>
  );
};
