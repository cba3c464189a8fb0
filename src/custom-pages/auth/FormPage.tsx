import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { fixedPaths } from '../../routes/publicPages.ts';
import { AuthFields } from './AuthFields.tsx';
import { Failure } from './Failure.tsx';
import { linkWithoutRouter } from './linkWithoutRouter.ts';
import type { useFields } from './useFields.ts';

interface Props extends Omit<ReturnType<typeof useFields>, 'fillIn'> {
  readonly title: string;
  readonly about: string;
  readonly action: string;
}

export const FormPage = ({ title, about, action, form, field, sending, failure, submit }: Props) => {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {about}
      </Typography>
      <form noValidate onSubmit={submit}>
        {failure !== undefined && <Failure failure={failure} />}
        <AuthFields form={form} field={field} texts="ways" />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={sending} sx={{ mt: 1 }}>
          {translate(sending ? 'ways.sending' : action)}
        </Button>
      </form>
      <Box sx={{ mt: 2, textAlign: 'center' }}>
        <Link {...linkWithoutRouter(fixedPaths.login)} sx={{ display: 'inline-block', py: 1 }}>
          {translate('ways.toLogin')}
        </Link>
      </Box>
    </>
  );
};
