import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { config } from '../../config.ts';
import { fixedPaths } from '../../routes/publicPages.ts';
import { linkWithoutRouter } from './linkWithoutRouter.ts';

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

/** Message that replaces the form after success. It takes the focus so that screen readers announce it. */
export const Outcome = ({ title, text }: { title: string; text: string }) => {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Typography variant="h1" gutterBottom ref={heading} tabIndex={-1} sx={{ outline: 0 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {text}
      </Typography>
      <Button variant="contained" size="large" fullWidth {...linkWithoutRouter(fixedPaths.login)}>
        {translate('ways.toLogin')}
      </Button>
    </>
  );
};
