import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Failed } from '../../components/Failed.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { RegistrationRow } from '../../contract/shapes/session.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { RegistrationCard } from './RegistrationCard.tsx';

const asked = {
  pagination: { page: 1, perPage: 200 },
  sort: { field: 'createdAt', order: 'ASC' },
  filter: { state: 'pending' },
} as const;

/** Pending requests for accounts, oldest first. */
export const RegistrationsPage = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<RegistrationRow>('registrations', asked);
  if (error) return <Failed text={translate('user.registrations.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.length === 0)
    return (
      <Notice
        place="page"
        icon={HowToRegOutlined}
        title={translate('user.registrations.empty')}
        action={
          <Button variant="contained" component={Link} to="/cabinet/users/operators/">
            {translate('routes.operators')}
          </Button>
        }
        text={translate('user.registrations.emptyAbout')}
      />
    );
  return (
    <Box sx={{ maxWidth: 'md' }}>
      <Typography variant="h1" gutterBottom>
        {translate('routes.registrations')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('user.registrations.about')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.map(row => (
          <RegistrationCard key={row.id} row={row} onDecided={() => void refetch()} />
        ))}
      </Box>
    </Box>
  );
};
