import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useDemo } from './demo.ts';

/** Accounts of a demo server. Renders nothing on other servers. */
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
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(186px, 1fr))', gap: 1 }}>
        {demo.Accounts.map(({ Email, Role, CompanyName }) => (
          <ButtonBase
            key={Email}
            title={CompanyName}
            onClick={() => onPick(Email, demo.Password)}
            sx={{
              display: 'block',
              px: 1.25,
              py: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              textAlign: 'left',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 'fontWeightMedium' }}>
              {translate(`auth.demo.roles.${Role}`)}
            </Typography>
            <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ display: 'block' }}>
              {Email}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};
