import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { FormEvent, ReactNode } from 'react';
import { places } from '../../routes/places.ts';
import { Failure } from './Failure.tsx';
import { followHere } from './followHere.ts';

interface Props {
  readonly title: string;
  readonly about: string;
  readonly action: string;
  readonly sending: boolean;
  readonly failure: unknown;
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** A short public form: purpose, fields, one button, link back. */
export const FormPage = ({ title, about, action, sending, failure, onSubmit, children }: Props) => {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {about}
      </Typography>
      <form noValidate onSubmit={onSubmit}>
        {failure !== undefined && <Failure failure={failure} />}
        {children}
        <Button type="submit" variant="contained" size="large" fullWidth disabled={sending} sx={{ mt: 1 }}>
          {translate(sending ? 'ways.sending' : action)}
        </Button>
      </form>
      <Box sx={{ mt: 2, textAlign: 'center' }}>
        <Link {...followHere(places.login)} sx={{ display: 'inline-block', py: 1 }}>
          {translate('ways.toLogin')}
        </Link>
      </Box>
    </>
  );
};
