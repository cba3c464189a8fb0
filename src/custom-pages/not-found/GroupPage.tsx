import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useMenu } from '../../routes/menu.ts';
import { useEntry } from '../../routes/useHere.ts';

/** A group has no content of its own: it leads to the pages in it. */
export const GroupPage = () => {
  const translate = useTranslate();
  const entry = useEntry();
  const group = useMenu().find(({ path }) => path === entry?.path);
  if (!entry || !group) return null;
  return (
    <Box sx={{ maxWidth: 'sm' }}>
      <Typography variant="h1">{translate(`routes.${entry.title}`)}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('shell.group.about')}
      </Typography>
      {group.lines.map(({ path, title }) => (
        <Paper key={path} sx={{ mb: 1 }}>
          <ButtonBase component={Link} to={path} sx={{ width: 1, p: 2, justifyContent: 'space-between' }}>
            <Typography variant="subtitle1" component="span">
              {translate(`routes.${title}`)}
            </Typography>
            <ChevronRight color="disabled" />
          </ButtonBase>
        </Paper>
      ))}
    </Box>
  );
};
