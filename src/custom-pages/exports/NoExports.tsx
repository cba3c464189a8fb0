import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { holdsOne, useAccount } from '../../authProvider/account.ts';
import { routeTable } from '../../routes/table.ts';

/** Every list has its own export: this leads to them, until finished files are kept here. */
export const NoExports = () => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const lists = routeTable.filter(({ resource, roles: asked }) => resource && holdsOne(roles, asked));
  return (
    <Paper sx={{ p: { xs: 3, md: 5 }, maxWidth: 'sm', mx: 'auto', mt: { xs: 2, md: 6 } }}>
      <FileDownloadOutlined color="action" fontSize="large" />
      <Typography variant="h1" gutterBottom>
        {translate('routes.exports')}
      </Typography>
      <Typography color="textSecondary">{translate('shell.coming.exports')}</Typography>
      <Box sx={{ mt: 3, display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {lists.map(({ path, title }) => (
          <Button key={path} variant="outlined" component={Link} to={path}>
            {translate(`routes.${title}`)}
          </Button>
        ))}
      </Box>
    </Paper>
  );
};
