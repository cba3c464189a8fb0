import Construction from '@mui/icons-material/Construction';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useAccount } from '../../authProvider/account.ts';
import { PageMessage } from '../../components/PageMessage.tsx';
import { useTitleParams } from '../../dataProvider/useTitleParams.ts';
import { places } from '../../routes/places.ts';
import { useEntry } from '../../routes/useHere.ts';

/** Placeholder of a page without content yet. */
export const ComingPage = ({ text }: { text: string }) => {
  const translate = useTranslate();
  const titleParams = useTitleParams(useAccount()?.Roles);
  const entry = useEntry();
  return (
    <PageMessage
      icon={<Construction />}
      title={entry ? translate(`routes.${entry.title}`, titleParams) : translate('shell.coming.heading')}
      actions={
        <Button variant="contained" component={Link} to={places.home}>
          {translate('shell.coming.back')}
        </Button>
      }
    >
      <strong>{translate('shell.coming.heading')}.</strong> {translate(`shell.coming.${text}`)}
    </PageMessage>
  );
};
