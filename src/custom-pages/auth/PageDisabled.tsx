import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { config } from '../../config.ts';
import { Outcome } from './Outcome.tsx';

/** Shown for a page that the configuration disables. It says whom to ask instead. */
export const PageDisabled = ({ page }: { page: 'register' | 'forgot' }) => {
  const translate = useTranslate();
  return (
    <>
      <Outcome title={translate(`routes.${page}`)} text={translate(`ways.turnedOff.${page}`)} />
      <Button href={config.links.support} fullWidth sx={{ mt: 1 }}>
        {translate('shell.profile.support')}
      </Button>
    </>
  );
};
