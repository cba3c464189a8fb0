import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useDemo } from './demo.ts';

/** Ready-made accounts of a demonstration server; on any other there is nothing here. */
export const DemoAccounts = ({ onPick }: { onPick: (email: string, password: string) => void }) => {
  const translate = useTranslate();
  const demo = useDemo();
  if (!demo) return null;
  return (
    <Box component="section" sx={{ mt: 4, pt: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle1" component="h2">
        {translate('auth.demo.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('auth.demo.about')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {demo.Accounts.map(({ Email, Role, CompanyName }) => (
          <ButtonBase
            key={Email}
            onClick={() => onPick(Email, demo.Password)}
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              flexWrap: 'wrap',
              columnGap: 2,
              px: 1.5,
              py: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              textAlign: 'left',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography component="span" variant="subtitle1">
              {translate(`auth.demo.roles.${Role}`)}
              <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {CompanyName}
              </Typography>
            </Typography>
            <Typography component="span" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {Email}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};
