import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { RegistrationRow } from '../../contract/shapes/account.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatMoment } from '../../fields/format.ts';
import { useI18n } from '../../fields/useI18n.ts';

const roles = ['OPERATOR', 'MANAGER'] as const;

/** A person's request for a user account, with buttons to approve or refuse it. */
export const RegistrationCard = ({ row, onDecided }: { row: RegistrationRow; onDecided: () => void }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const [role, setRole] = useState<(typeof roles)[number]>('OPERATOR');
  const [confirmOpen, setConfirmOpen] = useState(false);
  const params = { id: row.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (decision: 'approve' | 'decline') =>
      decision === 'approve'
        ? api('POST /api/v3/registrations/{id}/approve')({ params, body: { role } })
        : api('POST /api/v3/registrations/{id}/decline')({ params }),
    onSuccess: ({ state }) => showToast({ kind: 'success', heading: translate(`user.registrations.${state}`) }),
    // Refetches the list after an error too, because another manager may have decided meanwhile.
    onSettled: onDecided,
  });
  return (
    <Paper
      component="li"
      sx={{ p: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle1" component="p">
          {row.fullName}
        </Typography>
        <Typography>{[row.email, row.phone].filter(Boolean).join(' · ')}</Typography>
        <Typography variant="caption" color="textSecondary">
          {translate('user.registrations.asked', { moment: formatMoment(new Date(row.createdAt), locale) })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Select
          size="small"
          value={role}
          onChange={event => setRole(event.target.value)}
          inputProps={{ 'aria-label': translate('user.registrations.role') }}
        >
          {roles.map(each => (
            <MenuItem key={each} value={each}>
              {translate(`errors.roles.${each}`)}
            </MenuItem>
          ))}
        </Select>
        <Button variant="contained" disabled={isPending} onClick={() => mutate('approve')}>
          {translate('user.registrations.approve')}
        </Button>
        <Button color="error" disabled={isPending} onClick={() => setConfirmOpen(true)}>
          {translate('user.registrations.decline')}
        </Button>
      </Box>
      <UnreadableResponse error={error} />
      {/* Asks for confirmation, because refusing sends an e-mail. */}
      <ConfirmDialog
        open={confirmOpen}
        title={translate('user.registrations.declineTitle')}
        text={translate('user.registrations.declineAbout', { name: row.fullName })}
        confirmLabel={translate('user.registrations.decline')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => mutate('decline')}
      />
    </Paper>
  );
};

const pendingQuery = {
  pagination: { page: 1, perPage: 200 },
  sort: { field: 'createdAt', order: 'ASC' },
  filter: { state: 'pending' },
} as const;

/** Pending requests for accounts, oldest first. */
export const RegistrationsPage = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<RegistrationRow>('registrations', pendingQuery);
  if (error) return <FailureAlert text={translate('user.registrations.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.length === 0)
    return (
      <Notice
        area="page"
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
