import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

/**
 * Names of the keyboard shortcuts by the part of the application where they work. A name of one letter is the key
 * itself.
 */
const shortcutGroups = {
  anywhere: ['x', 'u', 'search', 'help'],
  list: ['j', 'k', 'enter', 'e', 'slash'],
  case: ['l', 'g', 'w', 'c', 'r', 's', 'a', 'digits', 'n', 'f', 'm', 'd', 'b', 'q', 'jk'],
} as const;
const keyLabels: { readonly [name: string]: string } = {
  search: 'Ctrl K',
  help: '?',
  enter: 'Enter',
  slash: '/',
  jk: 'J K',
  digits: '1 … 9',
};

const Key = ({ name }: { name: string }) => (
  <Box
    component="kbd"
    sx={{ px: 0.75, border: 1, borderColor: 'divider', borderRadius: 1, fontFamily: 'inherit', whiteSpace: 'nowrap' }}
  >
    {keyLabels[name] ?? name.toUpperCase()}
  </Box>
);

export const KeyHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="key-help">
      <DialogTitle id="key-help">{translate('keys.title')}</DialogTitle>
      <DialogContent>
        {Object.entries(shortcutGroups).map(([group, names]) => (
          <Box key={group} component="section" sx={{ mb: 2 }}>
            <Typography variant="h3" component="h3" sx={{ mb: 0.5 }}>
              {translate(`keys.groups.${group}`)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '72px 1fr', gap: 0.75 }}>
              {names.map(name => [
                <Box component="dt" key={`${name}-key`}>
                  <Key name={name} />
                </Box>,
                <Typography component="dd" key={name} variant="body2" sx={{ m: 0 }}>
                  {translate(`keys.${group}.${name}`)}
                </Typography>,
              ])}
            </Box>
          </Box>
        ))}
        <Typography variant="body2" color="text.secondary">
          {translate('keys.hint')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('keys.close')}</Button>
      </DialogActions>
    </Dialog>
  );
};
