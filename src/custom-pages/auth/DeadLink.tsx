import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { places } from '../../routes/places.ts';
import { linkWithoutRouter } from './linkWithoutRouter.ts';

/** Shown if the link is used, expired or invalid. Offers to request another. */
export const DeadLink = () => {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {translate('ways.reset.dead')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {translate('ways.reset.deadText')}
      </Typography>
      <Button variant="contained" size="large" fullWidth {...linkWithoutRouter(places.forgot)}>
        {translate('ways.reset.again')}
      </Button>
      <Button fullWidth sx={{ mt: 1 }} {...linkWithoutRouter(places.login)}>
        {translate('ways.toLogin')}
      </Button>
    </>
  );
};
