import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { AuditLines } from '../../../components/audit/AuditLines.tsx';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';

const maxShownChanges = 100;

export const ActivityPage = () => {
  const translate = useTranslate();
  const account = useAccount();
  return (
    <Paper sx={{ px: { xs: 2, sm: 3 }, py: 1, maxWidth: 880 }}>
      <HiddenHeading>{translate('routes.activity')}</HiddenHeading>
      {account && <AuditLines roles={account.Roles} actorId={account.Id} count={maxShownChanges} />}
    </Paper>
  );
};
