import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { config } from '../../config.ts';
import { usePageTitle } from '../../layout/pageTitle.ts';
import { places } from '../../routes/places.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { followHere } from './followHere.ts';

/** Accounts are given out and restored by people; this page says by whom. */
export const AskManager = ({ about }: { about: 'register' | 'forgot' }) => {
  const translate = useTranslate();
  usePageTitle(translate(`routes.${about}`));
  return (
    <AuthFrame>
      <Typography variant="h1" gutterBottom>
        {translate(`routes.${about}`)}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {translate(`shell.coming.${about}`)}
      </Typography>
      <Button variant="contained" {...followHere(places.login)} sx={{ mr: 1 }}>
        {translate('shell.coming.toLogin')}
      </Button>
      <Button href={config.links.support}>{translate('shell.profile.support')}</Button>
    </AuthFrame>
  );
};
