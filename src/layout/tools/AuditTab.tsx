import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { AuditLines } from '../../components/audit/AuditLines.tsx';
import { holdsOne, rights } from '../../contract/access.ts';

/** The latest changes of the company. */
export const AuditTab = () => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  if (holdsOne(roles, rights.audit)) return <AuditLines roles={roles} />;
  return <Typography color="textSecondary">{translate('frame.quick.auditRefused')}</Typography>;
};
